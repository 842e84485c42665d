/** What decks can be measured against. */

import { t } from "../strings";
import { labCalls, type Field } from "./calls";

/** The fields that every coach has; the others were kept by the reader. */
export const GIVEN: readonly string[] = ["library", "saved", "opponents", "meta"];

class Fields {
  all = $state.raw<readonly Field[]>([]);

  async load(): Promise<void> {
    this.all = await labCalls.fields();
  }

  get(name: string): Field | undefined {
    return this.all.find((field) => field.name === name);
  }

  async keep(name: string, job: string, replace: boolean): Promise<Field> {
    const kept = await labCalls.keep(name, job, replace);
    this.all = [...this.all.filter((field) => field.name !== kept.name), kept];
    return kept;
  }

  async forget(name: string): Promise<void> {
    await labCalls.forget(name);
    this.all = this.all.filter((field) => field.name !== name);
  }
}

export function fieldName(name: string): string {
  return t.lab.fields.names[name] ?? name;
}

export const labFields = new Fields();
