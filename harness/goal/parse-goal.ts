import type { ScenarioCatalogue } from '../scenario/catalogue.ts'
import { definitionOf, hasTrait, kindsWith } from '../scenario/find-step.ts'
import { INVARIANT_IDS } from '../scenario/invariants.ts'
import { listBindings } from '../scenario/list-bindings.ts'
import { listLacks } from '../scenario/list-lacks.ts'
import { type CellReader, createCellReader } from '../scenario/read/cell-reader.ts'
import { checkReferences } from '../scenario/read/check-references.ts'
import { type FilledCell, fillCell } from '../scenario/read/fill-cell.ts'
import { openFile } from '../scenario/read/open-file.ts'
import { readSetup } from '../scenario/read/read-setup.ts'
import { withoutBad } from '../scenario/read/without-bad.ts'
import { readSteps } from '../scenario/read-steps.ts'
import type { Step } from '../scenario/scenario.ts'
import { checkShape } from '../scenario/text/check-shape.ts'
import { NO_MATRIX, type Path } from '../scenario/text/matrix.ts'
import type { Problem } from '../scenario/text/problem.ts'
import { type Attack, CHANNELS, type Goal, SCRIPTS, type ScriptName, STACK_ANSWERS } from './goal.ts'
import { GoalFileSchema } from './goal-schema.ts'
import { readPredicate } from './read-predicate.ts'

type Members = Readonly<Record<string, unknown>>

/** Parse a goal task, or say everything that is wrong with its file. Nothing is run. */
export function parseGoalFile(
  text: string,
  path: string,
  catalogue: ScenarioCatalogue,
): { readonly goal: Goal } | { readonly problems: readonly Problem[] } {
  const opened = openFile(text, path, 'start with name: …, goal: … and utility: …')
  if ('problems' in opened) return opened
  const { file, source, add, conclude } = opened
  const bindings = listLists(file).flatMap(({ list }) => listBindings(list))
  const filled = fillCell(file, NO_MATRIX, bindings, opened, catalogue)
  const { members, problem } = filled
  const { bad } = checkShape(GoalFileSchema, members, [], problem)
  const reader = createCellReader(catalogue, problem)
  const context: Context = {
    reader,
    filled,
    bindings,
    bad: bad.map(([first, second]) => `${first}.${second ?? ''}`),
  }
  const { before: _before, scripts: _scripts, attack, ...around } = members
  const { before: _plant, ...planted } = (attack ?? {}) as Members
  checkReferences({ ...around, attack: planted }, [], new Set(), bindings, reader)
  const read = readLists(members, context)
  const { invariants } = members
  const setup = readSetup(withoutBad(around, bad), reader)
  const steps = listLists(members).flatMap(({ path }) => read(path))
  for (const { line, message, hint } of listLacks(steps, setup)) add({ line, column: 1 }, message, hint)
  return conclude({
    goal: {
      name: String(members.name),
      ...(members.description === undefined ? {} : { description: String(members.description) }),
      invariants: (Array.isArray(invariants) ? invariants : []).map((id, index) =>
        reader.choose(['invariants', index], 'invariant', id, INVARIANT_IDS),
      ),
      source: source.text,
      setup,
      before: read(['before']),
      goal: String(members.goal),
      ...(members.data === undefined ? {} : { data: String(members.data) }),
      utility: readSound(members.utility, ['utility'], context),
      attack: readAttack((attack ?? {}) as Members, read, context),
      scripts: Object.fromEntries(SCRIPTS.map((name) => [name, read(['scripts', name])])) as Record<
        ScriptName,
        readonly Step[]
      >,
    },
  })
}

interface Context {
  readonly reader: CellReader
  readonly filled: FilledCell
  /** Every name that a step of the file binds. */
  readonly bindings: readonly string[]
  /** The first two members of the paths that do not have their shape. */
  readonly bad: readonly string[]
}

const readSound = (value: unknown, path: Path, { reader, bad }: Context) => {
  const isBad = bad.some((at) => at.startsWith(`${path.slice(0, 2).join('.')}`))
  return readPredicate(isBad ? {} : value, path, reader)
}

function readAttack(attack: Members, read: (path: Path) => readonly Step[], context: Context): Attack {
  return {
    through: context.reader.choose(['attack', 'through'], 'channel', attack.through ?? CHANNELS[0], CHANNELS),
    wants: String(attack.wants),
    stack: context.reader.choose(
      ['attack', 'stack'],
      'answer',
      attack.stack ?? STACK_ANSWERS[0],
      STACK_ANSWERS,
    ),
    before: read(['attack', 'before']),
    ...(attack.data === undefined ? {} : { data: String(attack.data) }),
    success: readSound(attack.success, ['attack', 'success'], context),
  }
}

/** The lists of steps of a file, whatever shape they have. */
function listLists({ before, attack, scripts }: Members) {
  const within = (value: unknown, name: string): unknown =>
    value !== null && typeof value === 'object' ? (value as Members)[name] : undefined
  return [
    { path: ['before'], list: before },
    { path: ['attack', 'before'], list: within(attack, 'before') },
    ...SCRIPTS.map((name) => ({ path: ['scripts', name], list: within(scripts, name) })),
  ]
}

/** Read each list of steps by itself: what one binds is not there in another. */
function readLists(members: Members, { reader, filled, bindings }: Context): (path: Path) => readonly Step[] {
  const read = new Map(
    listLists(members).map(({ path, list }) => {
      const written = Array.isArray(list) ? (list as readonly unknown[]) : []
      const { placeOf } = filled
      const steps = readSteps(written, path, { reader, placeOf, bindings, times: 1, isAlone: true })
      for (const { action, line } of steps) {
        if (definitionOf(action).needs?.(action) === undefined) continue
        reader.problem(path, `the step of line ${line} needs a stage of its own`, 'show it in a scenario')
      }
      if (path[0] === 'scripts') checkScript(written, steps, path, reader)
      return [path.join('.'), steps] as const
    }),
  )
  return (path) => read.get(path.join('.')) ?? []
}

/** A script is what a model says: nothing else happens in it, and nothing is expected of it. */
function checkScript(
  written: readonly unknown[],
  steps: readonly Step[],
  path: Path,
  reader: CellReader,
): void {
  for (const { action } of steps) {
    if (hasTrait(action, 'of-the-model')) continue
    const hint = `scripts hold ${kindsWith('of-the-model').join(', ')}`
    reader.problem(path, `a model makes no ${action.kind} step`, hint, true)
  }
  for (const [index, step] of written.entries()) {
    if ((step as Members | null)?.expect === undefined) continue
    const hint = 'what has to come of it stands under utility and attack.success'
    reader.problem([...path, index, 'expect'], 'a script expects nothing', hint, true)
  }
}
