import type { ChainName } from '../world/origin-chains.ts'
import { findStep, hasTrait, kindsWith, STEP_KEYS } from './find-step.ts'
import { listBindings } from './list-bindings.ts'
import { type CellReader, createCellReader, type NoteBranch } from './read/cell-reader.ts'
import { checkReferences } from './read/check-references.ts'
import { placesOf, readExpect } from './read/read-expect.ts'
import { renderTitle } from './render-title.ts'
import type { Step } from './scenario.ts'
import { StepSchema } from './schema/step-schema.ts'
import type { StepDefinition, StepReader } from './step/define-step.ts'
import type { Action, StepOf } from './step/step.ts'
import { checkShape, type ShapeVerdict } from './text/check-shape.ts'
import type { Path } from './text/matrix.ts'
import type { Place } from './text/yaml-source.ts'

type Members = Readonly<Record<string, unknown>>

interface Context {
  readonly reader: CellReader
  /** Reads the steps that are done on the second chain, where there is one. */
  readonly beside?: { readonly chain: ChainName; readonly reader: CellReader } | undefined
  /** Whether the file names no second chain, not even one that cannot be read. */
  readonly isAlone: boolean
  /** Where a value of the steps stands in the file. */
  readonly placeOf: (path: Path, atKey?: boolean) => Place
  /** Every name that a step of the file binds. */
  readonly bindings: readonly string[]
  /** How often all of them are carried out. */
  readonly times: number
}

interface Progress extends Context {
  /** Names that earlier steps bound, with the place where each did. */
  readonly boundAt: Map<string, string>
}

/** Read the steps of a scenario; `repeat` is unrolled. */
export function readSteps(steps: readonly unknown[], path: Path, context: Context): Step[] {
  const progress: Progress = { ...context, boundAt: new Map() }
  const out: StepOf[] = []
  for (let time = 0; time < context.times; time += 1) {
    for (const [index, step] of steps.entries()) readStep(step, [...path, index], out, progress)
  }
  return out as Step[]
}

function readStep(step: unknown, at: Path, into: StepOf[], around: Progress): void {
  const on = readOn(step, at, around)
  const progress = on ? { ...around, reader: on.reader } : around
  const steps: StepOf[] = []
  readOwnStep(step, at, steps, progress)
  for (const own of steps) {
    checkChains(own.action, at, on !== undefined, progress)
    into.push(
      on && own.on === undefined ? { ...own, on: on.chain, title: `on ${on.chain}: ${own.title}` } : own,
    )
  }
}

/** Find the chain on which a step is done, where that is the second one. */
function readOn(step: unknown, at: Path, { beside, isAlone, reader }: Progress): Progress['beside'] {
  if (step === null || typeof step !== 'object' || !('on' in step)) return undefined
  if (isAlone) {
    reader.problem([...at, 'on'], 'the scenario has one chain', 'write beside: <chain> above the steps', true)
  } else if (beside === undefined) return undefined
  else if (step.on === reader.catalogue.chain) return undefined
  else reader.choose([...at, 'on'], 'chain of this scenario', step.on, [beside.chain, reader.catalogue.chain])
  return beside
}

/** Report a step that is not for the chain on which it is, or not for an agent on two of them. */
function checkChains(action: Action, at: Path, isOn: boolean, { beside, reader }: Progress): void {
  const { kind } = action
  if (beside && hasTrait(action, 'one-chain')) {
    reader.problem(at, `${kind} is for an agent on one chain`, 'leave out beside, or the step', true)
  } else if (isOn && hasTrait(action, 'of-all-chains')) {
    reader.problem([...at, 'on'], `${kind} is done on both chains`, 'leave on out', true)
  }
}

function readOwnStep(step: unknown, at: Path, into: StepOf[], progress: Progress): void {
  const { reader, placeOf, bindings } = progress
  const { bad, unknownKeys } = checkShape(StepSchema, step, at, reader.problem)
  if (step === null || typeof step !== 'object' || Array.isArray(step)) return
  const members = step as Members
  const kind = readKind(members, at, unknownKeys, reader)
  const isSound = (key: string) => !bad.some(([first]) => first === key)
  const definition = findStep(kind)
  const around = {
    members,
    into,
    hasTrait,
    readStep: (inner: unknown, where: Path, list: StepOf[]) => readStep(inner, where, list, progress),
  }
  if (definition === undefined) return
  if ('unroll' in definition) {
    for (const key of Object.keys(members)) {
      if (key === kind || key === 'on' || unknownKeys.some(([unknown]) => unknown === key)) continue
      reader.problem([...at, key], `a ${kind} has no ${key} of its own`, 'move it to the steps inside', true)
    }
    if (isSound(kind)) definition.unroll(members[kind], [...at, kind], { ...reader, ...around })
    else bindUnread(members, at, progress)
    return
  }
  checkBeside(members, definition, at, reader)
  const value = definition.schema === undefined ? undefined : members[kind]
  const holdsSteps = definition.below !== undefined
  if (!holdsSteps) checkReferences(value, [...at, kind], progress.boundAt, bindings, reader)
  const isMalformed = members.malformed === true && hasTrait(definition, 'takes-input')
  if (members.malformed === true && !isMalformed) {
    const hint = `malformed is for ${kindsWith('takes-input').join(', ')}`
    reader.problem([...at, 'malformed'], `${kind} has no input of a tool`, hint, true)
  }
  const readAction = isMalformed ? readMalformed : readWellFormed
  const action = [kind, ...Object.keys(definition.beside ?? {})].every(isSound)
    ? readAction(definition, value, [...at, kind], reader, around)
    : undefined
  const expectAt = [...at, 'expect']
  let taken: Path | undefined
  const branch: NoteBranch = (path, isTaken) => {
    if (isTaken && path.at(-1) !== 'if') taken = path
    reader.branch(path, isTaken)
  }
  const expect =
    members.expect === undefined
      ? undefined
      : readExpect(members.expect, expectAt, bad, bindings, { ...reader, branch })
  if (expect?.denials !== undefined && !holdsSteps) {
    reader.problem(expectAt, 'only steps that run together have denials', 'expect denied: { code: … }', true)
  }
  if (members.as !== undefined && isSound('as')) {
    const isKnown = unknownKeys.length === 0 || Object.hasOwn(members, kind)
    bind(String(members.as), [...at, 'as'], isKnown ? kind : undefined, progress)
  }
  if (action === undefined || !isSound('as')) bindUnread(members, at, progress)
  if (action === undefined) return
  into.push({
    line: placeOf(at).line,
    title: members.name === undefined ? renderTitle(action, reader.catalogue.tokens) : String(members.name),
    action,
    ...(members.as === undefined || !isSound('as') ? {} : { as: String(members.as) }),
    ...(members.malformed === true ? { isMalformed: true } : {}),
    ...(expect === undefined ? {} : { expect, places: placesOf(members.expect, expectAt, taken, placeOf) }),
  })
}

/** Read what a step does: the key that says so, or `expect` for a step that only looks. */
function readKind(
  members: Members,
  at: Path,
  unknownKeys: ShapeVerdict['unknownKeys'],
  reader: CellReader,
): string {
  const kinds = STEP_KEYS.filter((key) => Object.hasOwn(members, key))
  if (kinds.length > 1) {
    reader.problem(at, `a step does one thing, found ${kinds.join(' and ')}`, 'write a step for each')
  }
  const [kind] = kinds
  if (kind === undefined && members.expect === undefined && unknownKeys.length === 0) {
    reader.problem(at, 'a step without anything to do', `use one of ${STEP_KEYS.join(', ')} or expect`)
  }
  return kind ?? 'expect'
}

/** Report members that belong to steps of another kind. */
function checkBeside(members: Members, { kind }: StepDefinition, at: Path, reader: CellReader): void {
  for (const other of STEP_KEYS) {
    const definition = findStep(other)
    if (other === kind || definition === undefined || !('beside' in definition)) continue
    for (const [name, { elsewhere }] of Object.entries(definition.beside ?? {})) {
      if (members[name] !== undefined) reader.problem([...at, name], elsewhere, 'leave it out', true)
    }
  }
}

type Around = Pick<StepReader, 'members' | 'into' | 'hasTrait' | 'readStep'>

const readWellFormed = (
  definition: StepDefinition,
  value: unknown,
  at: Path,
  reader: CellReader,
  around: Around,
): Action => ({ kind: definition.kind, ...definition.read(value, at, { ...reader, ...around }) })

/** Read a step whose input is bad on purpose: it has to be. */
function readMalformed(
  definition: StepDefinition,
  value: unknown,
  at: Path,
  reader: CellReader,
  around: Around,
): Action {
  let isSound = true
  const silent = createCellReader(reader.catalogue, () => {
    isSound = false
  })
  const action = readWellFormed(definition, value, at, silent, around)
  if (isSound) reader.problem(at, 'this input is well formed', 'leave malformed out', true)
  return action
}

/** Take the names for bound that a step would bind which cannot be read. */
function bindUnread(members: Members, at: Path, { boundAt }: Progress): void {
  for (const name of listBindings([members])) if (!boundAt.has(name)) boundAt.set(name, at.join('.'))
}

/** Bind a name; the kind of a step is undefined where its key is misspelt. */
function bind(as: string, at: Path, kind: string | undefined, { reader, boundAt }: Progress): void {
  if (kind !== undefined && !hasTrait({ kind }, 'issues-permit')) {
    const hint = `bind ${kindsWith('issues-permit').join(', ')}`
    reader.problem(at, `a ${kind} step issues no permit to bind`, hint, true)
  }
  const place = at.join('.')
  const earlier = boundAt.get(as)
  if (reader.addressOf(as) !== undefined || ['cage', 'lookalike', 'secret'].includes(as)) {
    reader.problem(at, `"${as}" already names an account`, 'choose another name')
  } else if (earlier !== undefined && earlier !== place) {
    reader.problem(at, `"${as}" is bound twice`, 'choose another name')
  }
  boundAt.set(as, place)
}
