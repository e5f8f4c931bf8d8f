import type { Json } from '../../../tools/core/json.ts'
import type { Static, TSchema } from '../../../tools/core/schema.ts'
import type { StageSetup } from '../../stage/open-stage.ts'
import type { Stage } from '../../stage/stage.ts'
import type { CellReader } from '../read/cell-reader.ts'
import type { Path } from '../text/matrix.ts'
import type { Action, Bound, StepOf } from './step.ts'
import type { StepOutcome } from './step-outcome.ts'

/** What the rest of the harness may ask of a kind of step, so that it need not know its name. */
export type StepTrait =
  /** The agent takes it: run together with others, it waits for its turn whenever it leaves the process. */
  | 'of-the-agent'
  /** It is nothing but calls that a model makes. */
  | 'of-the-model'
  /** It hands something on to a tool, which may be malformed on purpose. */
  | 'takes-input'
  /** Its permit can be bound with `as`. */
  | 'issues-permit'
  /** It replaces what others are using, and cannot run together with them. */
  | 'alone'
  /** It can be done to a process that is down. */
  | 'while-down'
  /** It stands for what goes wrong around the agent: shrinking drops it first. */
  | 'fault'
  /** It moves what the account holds past the agent. */
  | 'moves-holdings'
  /** It may act with the operator's key, beside the agent. */
  | 'plays-operator'
  /** It is done to the agent on all of its chains: of one alone it cannot be said. */
  | 'of-all-chains'
  /** It is for an agent on one chain: beside a second one it means nothing yet. */
  | 'one-chain'
  /** It may bring code that runs on this machine, in no sandbox. */
  | 'brings-code'

/** Reads the value of one step, with the step around it. */
export interface StepReader extends CellReader {
  /** The whole step, as the file holds it. */
  readonly members: Readonly<Record<string, unknown>>
  /** Where its result goes, after the steps before it. */
  readonly into: StepOf[]
  /** Read a step that stands below this one, into a list. */
  readStep(step: unknown, at: Path, into: StepOf[]): void
  /** Tell whether a step of any kind has a trait. */
  hasTrait(action: Action, trait: StepTrait): boolean
}

/** What a step is done against. */
export interface StepWorld {
  readonly stage: Stage
  /** What earlier steps bound: permits by name, signatures by permit. */
  readonly bindings: ReadonlyMap<string, string>
  /** The permit that a step names. */
  permitOf(bound: Bound<string>): string
  /** Put what is known only now where arguments name it: the cage's address, permits that earlier steps bound. */
  fill(value: Json): Json
  /** Do a step that stands below this one. */
  run(action: Action): Promise<StepOutcome>
  /** Tell whether a step of any kind has a trait. */
  hasTrait(action: Action, trait: StepTrait): boolean
}

/** Words in which titles are written. */
export interface TitleWords {
  /** An amount of a token, for people. */
  amount(token: string, baseUnits: bigint): string
}

/** What stands around a step in its scenario. */
export interface StepSurroundings {
  readonly setup: StageSetup
  /** The steps before it that are done on the same chain. */
  readonly before: readonly Action[]
}

/** What a scenario has not, and what to write. */
export interface Lack {
  readonly message: string
  readonly hint: string
}

// biome-ignore lint/suspicious/noConfusingVoidType: a step that comes to nothing returns what the stage returns
type Done = StepOutcome | undefined | void

/** Everything that the harness knows of a kind of step. */
export interface StepDefinition<
  Kind extends string = string,
  Schema extends TSchema = TSchema,
  Content extends object = object,
  Fault extends string = string,
> {
  /** The key under which files write it. */
  readonly kind: Kind
  /** What stands under its key; a step without one only looks. */
  readonly schema?: Schema
  /** Other members of the step that belong to this kind alone, with what is said when they stand elsewhere. */
  readonly beside?: Readonly<Record<string, { readonly schema: TSchema; readonly elsewhere: string }>>
  readonly traits?: readonly StepTrait[]
  /** Read what stands under its key, whose shape was checked before. */
  read(value: Static<Schema>, path: Path, reader: StepReader): Content
  /**
   * Whether the world has what it is done to, where it may lack that, and what the laws need to hold against it; asked of
   * drawn steps before they are done.
   */
  applies?(action: Content, stage: Stage): Promise<boolean>
  /** Do it. */
  run(action: Content, world: StepWorld): Done | Promise<Done>
  /** Say in one line what it does. */
  title(action: Content, words: TitleWords): string
  /**
   * The faults that it can let happen, by names that stay, and those that one step does; of what takes effect later, if
   * ever, the stage tells.
   */
  readonly faults?: { readonly kinds: readonly Fault[]; of?(action: Content): readonly Fault[] }
  /** What the stage must have for it. */
  needs?(action: Content): 'kept-blocks' | 'cold-fork' | undefined
  /** What its scenario has not for it, without which it cannot be done. */
  lacks?(action: Content, around: StepSurroundings): Lack | undefined
  /** The steps that stand below it. */
  inner?(action: Content): readonly StepOf[]
  /** The same steps in a file, whatever shape they have there. */
  below?(value: unknown): unknown
}

/** A key of a step that stands for other steps. */
export interface StepSyntax<Kind extends string = string, Schema extends TSchema = TSchema> {
  readonly kind: Kind
  readonly schema: Schema
  /** The steps that it stands for in a file, whatever shape they have there. */
  below(value: unknown): unknown
  /** Read the steps that it stands for. */
  unroll(value: Static<Schema>, path: Path, reader: StepReader): void
}

/** The action that a definition reads. */
export type ActionOf<Definition> =
  Definition extends StepDefinition<infer Kind, infer _Schema, infer Content, infer _Fault>
    ? { readonly kind: Kind } & Content
    : never

/** Define a kind of step: its schema, its reading, its doing, its title and its faults. */
export const defineStep = <
  const Kind extends string,
  Schema extends TSchema,
  Content extends object,
  const Fault extends string = never,
>(
  step: StepDefinition<Kind, Schema, Content, Fault>,
): StepDefinition<Kind, Schema, Content, Fault> => step

/** Define a key that stands for other steps. */
export const defineSyntax = <const Kind extends string, Schema extends TSchema>(
  syntax: StepSyntax<Kind, Schema>,
): StepSyntax<Kind, Schema> => syntax
