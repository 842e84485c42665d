/** What comes after an exercise: the next of its lesson, of the list it was taken from, or what the server thinks best. */

import { positionCalls } from "../puzzles/calls";
import { router } from "../router.svelte";
import { trainCalls } from "./calls";

/** `p0123/grade/3` is puzzle p0123 out of the list of grade 3. */
export interface Place {
  id: string;
  list: string;
}

export function placeOf(rest: string): Place {
  const [id = "", ...list] = rest.split("/");
  return { id, list: list.join("/") };
}

/** The address of what follows. */
export async function following({ id, list }: Place): Promise<string> {
  if (list) {
    const rows = await positionCalls.training(list);
    const next = rows[rows.findIndex((row) => row.id === id) + 1];
    return next ? router.href("train", `${next.id}/${list}`) : router.href("puzzles", list);
  }
  const lessons = await trainCalls.lessons();
  const place = lessons.findIndex((lesson) => lesson.exercises.some((row) => row.id === id));
  const lesson = lessons[place];
  if (!lesson) return router.href("train", "next");
  const next = lesson.exercises[lesson.exercises.findIndex((row) => row.id === id) + 1];
  if (next) return router.href("train", next.id);
  const after = lessons[place + 1];
  return after ? router.href("train", `lessons/${after.name}`) : router.href("train");
}
