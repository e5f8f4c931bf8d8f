import { type Json, toCanonicalJson } from '../../tools/core/json.ts'
import type { ScenarioDocument } from '../scenario/case.ts'
import type { CaseReport } from '../schedule/execute-case.ts'
import { isFault, keepSteps, keyOf, kindOf, referencesOf, type StepDocument, stepsOf } from './case-steps.ts'
import { type FailureIdentity, identityOf, isSameFailure } from './failure-identity.ts'
import { readMagnitude, simplifyMagnitude } from './simplify-value.ts'

/** A failing case to make small. */
export interface ShrinkOptions {
  readonly document: ScenarioDocument
  readonly report: CaseReport
  readonly identity: FailureIdentity
  /** Run a candidate; undefined when it could not be run, e.g. because it is no valid scenario. */
  readonly run: (document: ScenarioDocument) => Promise<CaseReport | undefined>
  readonly maxExecutions: number
  /** Aborted: the smallest case so far is the answer. */
  readonly signal: AbortSignal
}

/** The smallest case that was found. */
export interface Shrunk {
  readonly document: ScenarioDocument
  readonly report: CaseReport
  readonly executions: number
  /** Whether nothing smaller is left to try; false when the limit was reached first. */
  readonly isComplete: boolean
}

/** Members around the steps that are no configuration. */
const NOT_CONFIGURATION = new Set(['name', 'description', 'invariants', 'steps', 'found'])

type Path = readonly (string | number)[]

/**
 * Make a failing case small while it fails in the same way (same law, layer and code), along three axes: what is
 * done, which faults happen, and how everything is configured. Whole kinds go first, then single steps and settings,
 * then values go towards zero or the boundary that decides. The same case gives the same answer.
 */
export async function shrink(options: ShrinkOptions): Promise<Shrunk> {
  const { identity, run, maxExecutions, signal } = options
  let best = { document: options.document, report: options.report }
  let executions = 0
  const tried = new Set([toCanonicalJson(best.document)])

  const isSpent = () => executions >= maxExecutions || signal.aborted
  /** Take a candidate when it fails in the same way. */
  const attempt = async (candidate: ScenarioDocument): Promise<boolean> => {
    const text = toCanonicalJson(candidate)
    if (stepsOf(candidate).length === 0 || tried.has(text) || isSpent()) return false
    tried.add(text)
    const report = await run(candidate)
    if (report === undefined) return false
    executions += 1
    const found = identityOf(report.body)
    if (found === undefined || !isSameFailure(found, identity)) return false
    best = { document: candidate, report }
    return true
  }
  const attemptSteps = (keeps: (step: StepDocument, index: number) => boolean) =>
    attempt({ ...best.document, steps: keepSteps(stepsOf(best.document), keeps) })

  const dropTail = async () => {
    const failing = best.report.body.findings[0]?.step ?? 0
    await attemptSteps((_, index) => index <= failing)
  }
  /** Steps that were left out in the case would be carried out when its file is run. */
  const dropIdle = async () => {
    const { verdicts } = best.report
    await attemptSteps((_, index) => verdicts[index] !== 'not-applicable')
  }
  /** Without all faults, then without each kind, coarse names before fine ones. */
  const dropKinds = async () => {
    if (stepsOf(best.document).some(isFault)) await attemptSteps((step) => !isFault(step))
    for (const nameOf of [keyOf, kindOf]) {
      for (const kind of new Set(stepsOf(best.document).map(nameOf))) {
        await attemptSteps((step) => nameOf(step) !== kind)
      }
    }
  }
  const dropSettings = async () => {
    const plain = Object.entries(best.document).filter(([key]) => NOT_CONFIGURATION.has(key))
    if (await attempt(Object.fromEntries(plain) as ScenarioDocument)) return
    for (const path of listMembers(best.document, 3)) {
      if (!NOT_CONFIGURATION.has(String(path[0]))) await attempt(without(best.document, path))
    }
  }
  /** Runs of steps, ever shorter ones, from the end: what comes late depends on what comes early. */
  const dropSteps = async () => {
    for (let size = stepsOf(best.document).length >> 1; size >= 1; size >>= 1) {
      for (let end = stepsOf(best.document).length; end > 0; end -= size) {
        const start = end - size
        await attemptSteps((_, index) => index < start || index >= end)
      }
    }
  }
  const simplifySteps = async () => {
    for (const path of listMembers(best.document, 5)) {
      const [top, index, member] = path
      if (top !== 'steps' || path.length < 3) continue
      const step = stepsOf(best.document)[Number(index)] ?? {}
      if (path.length === 3 && member === keyOf(step)) continue
      if (member === 'as' && isReferred(best.document, step.as)) continue
      await attempt(without(best.document, path))
    }
  }
  const simplifyValues = async () => {
    for (const path of listLeaves(best.document)) {
      const [top] = path
      if (top !== 'steps' && NOT_CONFIGURATION.has(String(top))) continue
      const magnitude = readMagnitude(valueAt(best.document, path) as Json)
      if (magnitude === undefined) continue
      await simplifyMagnitude(magnitude, (value) => attempt(replaced(best.document, path, value)))
    }
  }

  let before: ScenarioDocument
  do {
    before = best.document
    for (const pass of [
      dropTail,
      dropIdle,
      dropKinds,
      dropSettings,
      dropSteps,
      simplifySteps,
      simplifyValues,
    ])
      await pass()
  } while (best.document !== before && !isSpent())
  return { ...best, executions, isComplete: best.document === before && !isSpent() }
}

const isReferred = (document: ScenarioDocument, name: unknown): boolean =>
  stepsOf(document).some((step) => referencesOf(step).includes(String(name)))

/** List the paths of all members of maps down to a depth, outer ones first. */
function listMembers(tree: unknown, depth: number, base: Path = []): Path[] {
  if (tree === null || typeof tree !== 'object' || depth === 0) return []
  const isList = Array.isArray(tree)
  const own = Object.keys(tree).map((key) => [...base, isList ? Number(key) : key])
  return [
    ...(isList ? [] : own),
    ...own.flatMap((path) =>
      listMembers((tree as Record<string, unknown>)[String(path.at(-1))], depth - 1, path),
    ),
  ]
}

function listLeaves(tree: unknown, base: Path = []): Path[] {
  if (tree === null || typeof tree !== 'object') return [base]
  const isList = Array.isArray(tree)
  return Object.entries(tree).flatMap(([key, member]) =>
    listLeaves(member, [...base, isList ? Number(key) : key]),
  )
}

const valueAt = (tree: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[String(key)], tree)

const without = (document: ScenarioDocument, path: Path): ScenarioDocument =>
  edited(document, path, (owner, key) => delete owner[key])

const replaced = (document: ScenarioDocument, path: Path, value: Json): ScenarioDocument =>
  edited(document, path, (owner, key) => {
    owner[key] = value
  })

function edited(
  document: ScenarioDocument,
  path: Path,
  edit: (owner: Record<string, unknown>, key: string) => void,
): ScenarioDocument {
  const copy = structuredClone(document)
  const owner = valueAt(copy, path.slice(0, -1))
  if (owner !== null && typeof owner === 'object') edit(owner as Record<string, unknown>, String(path.at(-1)))
  return copy
}
