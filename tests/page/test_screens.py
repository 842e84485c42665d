"""The screens beside the match: lists of matches, screens that are not there, and how they look."""

import re

import httpx
from playwright.sync_api import Page, expect

from tests.page.actions import FINISHED, begin_match, button
from tests.page.conftest import Watch


def test_matches_are_listed_continued_exported_and_deleted(page: Page, api: httpx.Client) -> None:
    api.put("/opponents/Ned the listed", json={}).raise_for_status()
    match = begin_match(api, *FINISHED, opponent="Ned the listed")
    page.goto("/#/matches")
    row = page.get_by_role("listitem").filter(has_text="Ned the listed")
    expect(row).to_contain_text("won 3–0")
    row.get_by_role("button", name="Export: against Ned the listed").click()
    with page.expect_download() as saved:
        button(page, "As text, to be read").click()
    exported = api.get(f"/matches/{match['id']}/export", params={"format": "text"}).text
    assert saved.value.path().read_text(encoding="utf-8") == exported
    row.get_by_role("link", name="Look back: against Ned the listed").click()
    expect(page).to_have_url(re.compile(f"#/match/{match['id']}$"))
    page.go_back()
    row.get_by_role("button", name="Delete: against Ned the listed").click()
    button(page, "No").click()
    expect(row).to_be_visible()
    row.get_by_role("button", name="Delete: against Ned the listed").click()
    button(page, "Yes").click()
    expect(row).to_have_count(0)
    assert api.get(f"/matches/{match['id']}").status_code == 404


def test_an_exported_match_is_imported(page: Page, api: httpx.Client) -> None:
    match = begin_match(api, *FINISHED)
    text = api.get(f"/matches/{match['id']}/export", params={"format": "text"}).text
    page.goto("/#/matches")
    button(page, "Import a match").click()
    page.get_by_role("textbox", name="Exported text").fill(text)
    button(page, "Import").click()
    expect(page).to_have_url(re.compile("#/match/"))
    assert match["id"] not in page.url
    assert api.get(f"/matches/{page.url.rpartition('/')[2]}").json()["result"] == "Y 3-0"


def test_a_screen_that_is_not_there_says_so(page: Page, watch: Watch) -> None:
    watch.allowed.append("404")
    page.goto("/#/nowhere")
    expect(page.get_by_text("There is no such screen.")).to_be_visible()
    page.goto("/#/match/nosuch00")
    expect(page.get_by_role("alert")).to_be_visible()


def test_the_theme_is_chosen_and_remembered(page: Page) -> None:
    page.goto("/")
    for choice, bright in (("Light", True), ("Dark", False)):
        button(page, "Menu").click()
        page.get_by_role("radio", name=choice).check()
        page.reload()
        expect(button(page, "Menu")).to_be_visible()
        red = int(re.findall(r"\d+", page.evaluate("getComputedStyle(document.body).backgroundColor"))[0])
        assert (red > 128) == bright
