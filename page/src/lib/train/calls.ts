/** What the server is asked about training. */

import { api, got, type Schemas } from "../api";
import { makeOnce } from "../play/once";

export type Exercise = Schemas["ExerciseDocument"];
export type ExerciseRow = Schemas["ExerciseRow"];
export type Answer = Schemas["ExerciseAnswerDocument"];
export type Lesson = Schemas["LessonDocument"];
export type Training = Schemas["TrainingDocument"];
export type Mistakes = Schemas["MistakesDocument"];
export type Following = Schemas["NextDocument"];

const KINDS = ["lesson", "puzzle", "mistake"] as const;
type Kind = (typeof KINDS)[number];

/** What is wanted: everything, one kind, or what is about one theme. */
function wish(wanted: string): { kind?: Kind; theme?: string } {
  const kind = KINDS.find((one) => one === wanted);
  return kind ? { kind } : wanted ? { theme: wanted } : {};
}

export const trainCalls = {
  progress: (): Promise<Training> => got(api.GET("/api/v1/train/progress")),
  lessons: async (): Promise<Lesson[]> => (await got(api.GET("/api/v1/train/lessons"))).lessons,
  next: (wanted: string, skip: string[]): Promise<Following> =>
    got(api.GET("/api/v1/train/next", { params: { query: { ...wish(wanted), skip } } })),
  exercise: (exercise_id: string, hints: number, moves: string[]): Promise<Exercise> =>
    got(
      api.GET("/api/v1/train/exercises/{exercise_id}", { params: { path: { exercise_id }, query: { hints, moves } } }),
    ),
  /** Moves so far; none asks for the solution. */
  answer: (exercise: string, moves: string[], hints: number): Promise<Answer> =>
    makeOnce((headers) => got(api.POST("/api/v1/train/answers", { headers, body: { exercise, moves, hints } }))),
  mistakes: (signal: AbortSignal): Promise<Mistakes> => got(api.POST("/api/v1/train/mistakes", { signal })),
};
