import { type CellReader, createCellReader } from './cell-reader.ts'
import { checkShape } from './check-shape.ts'
import { listReferences, type Path } from './matrix.ts'
import { type ActionKey, readAction } from './read-action.ts'
import { readExpectations } from './read-expectations.ts'
import { renderTitle } from './render-title.ts'
import type { Step, StepAction } from './scenario.ts'
import { STEP_MEMBERS, StepSchema } from './scenario-schema.ts'
import type { Place } from './yaml-source.ts'

type Members = Readonly<Record<string, unknown>>

const STEP_KEYS = Object.keys(STEP_MEMBERS)
const MAX_STEPS = 10_000

/** Kinds of steps that hand something on to a tool. */
const INPUT_KINDS = ['preview', 'act', 'query', 'tool', 'call']

/** Kinds of steps whose permit can be bound. */
const BINDING_KINDS = ['preview', 'act', 'tool', 'raw', 'sign']

/** List the names that steps bind, at any depth. */
export function listBindings(steps: unknown): string[] {
  if (!Array.isArray(steps)) return []
  return steps.flatMap((step: unknown) => {
    if (step === null || typeof step !== 'object') return []
    const { as, repeat, together } = step as {
      readonly as?: unknown
      readonly repeat?: { readonly steps?: unknown } | null
      readonly together?: unknown
    }
    return [
      ...(typeof as === 'string' ? [as] : []),
      ...listBindings(repeat?.steps),
      ...listBindings(together),
    ]
  })
}

/** Report references to names that no earlier step has bound. */
export function checkReferences(
  tree: unknown,
  path: Path,
  bound: ReadonlySet<string>,
  bindings: readonly string[],
  reader: CellReader,
): void {
  for (const { reference, path: at } of listReferences(tree, path)) {
    if (!bindings.includes(reference) || bound.has(reference)) continue
    const hint = `move the step with as: ${reference} before this one`
    reader.problem(at, `\${${reference}} is used before a step binds it`, hint)
  }
}

/** Read the steps of a scenario; `repeat` is unrolled. */
export function readSteps(
  steps: readonly unknown[],
  path: Path,
  context: {
    readonly reader: CellReader
    /** Where a value of the steps stands in the file. */
    readonly placeOf: (path: Path, atKey?: boolean) => Place
    /** Every name that a step of the file binds. */
    readonly bindings: readonly string[]
  },
): Step[] {
  const { reader, placeOf, bindings } = context
  const bound = new Set<string>()
  const boundAt = new Map<string, string>()
  const out: Step[] = []

  const bind = (as: string, at: Path, kind: string) => {
    if (!BINDING_KINDS.includes(kind)) {
      reader.problem(at, `a ${kind} step issues no permit to bind`, `bind ${BINDING_KINDS.join(', ')}`, true)
    }
    const place = at.join('.')
    const earlier = boundAt.get(as)
    if (reader.addressOf(as) !== undefined || ['cage', 'lookalike', 'secret'].includes(as)) {
      reader.problem(at, `"${as}" already names an account`, 'choose another name')
    } else if (earlier !== undefined && earlier !== place) {
      reader.problem(at, `"${as}" is bound twice`, 'choose another name')
    }
    boundAt.set(as, place)
    bound.add(as)
  }

  const readStep = (step: unknown, at: Path, into = out): void => {
    const { bad, unknownKeys } = checkShape(StepSchema, step, at, reader.problem)
    if (step === null || typeof step !== 'object' || Array.isArray(step)) return
    const members = step as Members
    const kinds = STEP_KEYS.filter((key) => Object.hasOwn(members, key))
    const [kind] = kinds
    if (kinds.length > 1) {
      reader.problem(at, `a step does one thing, found ${kinds.join(' and ')}`, 'write a step for each')
    }
    if (kind === undefined && members.expect === undefined && unknownKeys.length === 0) {
      reader.problem(at, 'a step without anything to do', `use one of ${STEP_KEYS.join(', ')} or expect`)
    }
    const isSound = (key: string) => !bad.some(([first]) => first === key)
    if (kind === 'repeat') {
      if (members.as !== undefined || members.expect !== undefined) {
        reader.problem(at, 'a repeat has no result of its own', 'move as and expect to the steps inside')
      }
      if (isSound('repeat')) repeat(members.repeat as Repeat, [...at, 'repeat'])
      return
    }
    if (members.order !== undefined && kind !== 'together') {
      reader.problem([...at, 'order'], 'only steps that run together have an order', 'leave it out', true)
    }
    if (kind !== undefined && kind !== 'together')
      checkReferences(members[kind], [...at, kind], bound, bindings, reader)
    const action =
      kind === undefined
        ? ({ kind: 'expect' } as const)
        : kind === 'together'
          ? isSound(kind) && isSound('order')
            ? readTogether(members as unknown as Together, at)
            : undefined
          : isSound(kind)
            ? members.malformed === true
              ? readMalformed(kind as ActionKey, members[kind], [...at, kind])
              : readAction(kind as ActionKey, members[kind], [...at, kind], reader)
            : undefined
    const expect =
      members.expect === undefined ? undefined : readExpect(members.expect, [...at, 'expect'], bad)
    const as = isSound('as') ? (members.as as string | undefined) : undefined
    if (as !== undefined) bind(as, [...at, 'as'], kind ?? 'expect')
    if (action === undefined) return
    into.push({
      line: placeOf(at).line,
      title: members.name === undefined ? renderTitle(action, reader.catalogue.tokens) : String(members.name),
      action,
      ...(as === undefined ? {} : { as }),
      ...(members.malformed === true ? { isMalformed: true } : {}),
      ...(expect === undefined ? {} : { expect, places: placesOf(members.expect, [...at, 'expect']) }),
    })
  }

  const placesOf = (expect: unknown, at: Path): Readonly<Record<string, Place>> => {
    const { then: whenTrue, else: whenFalse, ...always } = expect as Members
    const keysOf = (branch: unknown, path: Path) =>
      Object.keys((branch ?? {}) as Members).map((key) => [key, placeOf([...path, key], true)] as const)
    // Where both branches expect the same, the condition is the place.
    const shared = keysOf(whenTrue, [...at, 'if']).filter(([key]) =>
      Object.hasOwn((whenFalse ?? {}) as Members, key),
    )
    return Object.fromEntries([
      ...keysOf(always, at),
      ...keysOf(whenTrue, [...at, 'then']),
      ...keysOf(whenFalse, [...at, 'else']),
      ...shared.map(([key]) => [key, placeOf([...at, 'if'], true)] as const),
    ])
  }

  const readMalformed = (kind: ActionKey, value: unknown, at: Path) => {
    if (!INPUT_KINDS.includes(kind)) {
      reader.problem(
        at,
        `a ${kind} step has no input of a tool`,
        `malformed is for ${INPUT_KINDS.join(', ')}`,
        true,
      )
    }
    let isSound = true
    const action = readAction(
      kind,
      value,
      at,
      createCellReader(reader.catalogue, () => {
        isSound = false
      }),
    )
    if (isSound) reader.problem(at, 'this input is well formed', 'leave malformed out', true)
    return action
  }

  const readTogether = ({ together, order }: Together, at: Path): StepAction => {
    const inner: Step[] = []
    for (const [index, step] of together.entries()) {
      const where = [...at, 'together', index]
      const members = (step ?? {}) as Members
      if (Object.hasOwn(members, 'repeat')) {
        reader.problem(where, 'a repeat cannot run together with others', 'name its steps', true)
        continue
      }
      if (Object.hasOwn(members, 'expect')) {
        reader.problem(where, 'what one of several comes to depends on their order', 'expect of all of them')
      }
      readStep(step, where, inner)
    }
    for (const [index, { action }] of inner.entries()) {
      if (ALONE.includes(action.kind)) {
        reader.problem(
          [...at, 'together', index],
          `${action.kind} cannot run together with others`,
          'do it before',
        )
      }
    }
    return {
      kind: 'together',
      steps: inner,
      ...(order === undefined ? {} : { order: typeof order === 'number' ? String(order) : order }),
    }
  }

  const readExpect = (expect: unknown, at: Path, bad: readonly Path[]) => {
    if (expect === null || typeof expect !== 'object' || Array.isArray(expect)) return undefined
    for (const { reference, path: where } of listReferences(expect, at)) {
      if (!bindings.includes(reference)) continue
      const hint = 'expect the state of the permit of this step with permit: …'
      reader.problem(where, `\${${reference}} cannot stand in an expectation`, hint)
    }
    const kept = structuredClone(expect) as Record<string, unknown>
    for (const [first, member, inner] of bad) {
      if (first !== 'expect' || member === undefined) continue
      const branch = kept[member]
      const isBranch =
        (member === 'then' || member === 'else') && branch !== null && typeof branch === 'object'
      if (isBranch && inner !== undefined) delete (branch as Record<string, unknown>)[inner]
      // Without its condition the branches would be misplaced as well.
      else if (member === 'if') kept.if = '0 == 0'
      else delete kept[member]
    }
    return readExpectations(kept, at, reader)
  }

  const repeat = ({ times, steps: inner }: Repeat, at: Path) => {
    for (let time = 0; time < times; time += 1) {
      if (out.length > MAX_STEPS) {
        reader.problem(at, `more than ${MAX_STEPS} steps`, 'repeat less', true)
        return
      }
      for (const [index, step] of inner.entries()) readStep(step, [...at, 'steps', index])
    }
  }

  for (const [index, step] of steps.entries()) readStep(step, [...path, index])
  return out
}

/** Steps that replace what others are using. */
const ALONE: readonly StepAction['kind'][] = [
  'expect',
  'together',
  'restart',
  'agent',
  'copy',
  'damage',
  'mark',
  'reorg',
]

interface Together {
  readonly together: readonly unknown[]
  readonly order?: number | readonly number[]
}

interface Repeat {
  readonly times: number
  readonly steps: readonly unknown[]
}
