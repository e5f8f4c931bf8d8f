import type { Json } from '../../../tools/core/json.ts'
import { LAYERS } from '../../../tools/core/layers.ts'
import { ACTION_CLASSES } from '../../../tools/safety/policy/phases.ts'
import { ANSWER_CODES } from '../../answer-codes.ts'
import type { Expectations } from '../expectations.ts'
import { EVENT_KINDS, PERMIT_STATES } from '../known-names.ts'
import type { Path } from '../text/matrix.ts'
import type { CellReader } from './cell-reader.ts'
import { COMPARISON, COUNTED, readCheck, readQuantityCheck, UNIT } from './read-amount-check.ts'
import { isFilled, isMembers, readChain } from './read-chain.ts'
import { readCondition } from './read-condition.ts'
import { readPhase } from './read-setup.ts'

type Members = Readonly<Record<string, unknown>>
type Draft = { -readonly [Key in keyof Expectations]: Expectations[Key] }

/** A text that means to compare numbers, whether it does or not. */
const LIKE_COMPARISON = /^\s*[<>=~!]=?\s*[-+]?\.?\d/

const ERROR_CODES = Object.keys(ANSWER_CODES)

/** Read what a step is expected to come to, with the branch that its condition chooses. */
export function readExpectations(expect: Members, path: Path, reader: CellReader): Expectations {
  const { if: condition, then: whenTrue, else: whenFalse, ...always } = expect
  const base = readPlain(always, path, reader)
  if (condition === undefined) {
    if (whenTrue !== undefined || whenFalse !== undefined) {
      reader.problem(path, 'then and else need an if', 'write if: ${name} < value', true)
    }
    return checkConsistency(base, path, reader)
  }
  if (whenTrue === undefined && whenFalse === undefined) {
    reader.problem([...path, 'if'], 'an if needs then or else', 'write then: { committed: true }', true)
  }
  const holds = readCondition(condition, [...path, 'if'], reader)
  for (const [name, branch, isTaken] of [
    ['then', whenTrue, holds],
    ['else', whenFalse, !holds],
  ] as const) {
    // Where it is left out, the condition itself stands for it.
    reader.branch([...path, branch === undefined ? 'if' : name], isTaken)
    if (branch === undefined) continue
    for (const key of Object.keys(branch as Members).filter((each) => Object.hasOwn(always, each))) {
      const hint = 'the one beside it would not count there: write it in both branches, or once'
      reader.problem([...path, name, key], `"${key}" stands beside the if as well`, hint, true)
    }
  }
  // Both branches are read, so that a mistake in the one that is not taken is found too.
  const branches = [
    readPlain((whenTrue ?? {}) as Members, [...path, 'then'], reader),
    readPlain((whenFalse ?? {}) as Members, [...path, 'else'], reader),
  ]
  return checkConsistency({ ...base, ...(holds ? branches[0] : branches[1]) }, path, reader)
}

function checkConsistency(expect: Expectations, path: Path, reader: CellReader): Expectations {
  const failure = expect.denied ? 'denied' : expect.error ? 'error' : undefined
  const success = expect.committed ? 'committed' : expect.allowed ? 'allowed' : undefined
  if (failure !== undefined && success !== undefined) {
    reader.problem(path, `a step cannot be ${success} and fail with ${failure}`, 'expect one of them', true)
  }
  return expect
}

function readPlain(expect: Members, path: Path, reader: CellReader): Expectations {
  const at = (key: string) => [...path, key]
  const out: Draft = {}
  if (expect.allowed === true) out.allowed = true
  if (expect.committed === true) out.committed = true
  if (expect.denied !== undefined) out.denied = readDenial(expect.denied as Members, at('denied'), reader)
  if (expect.error !== undefined) {
    const { code } = expect.error as { code: unknown }
    out.error = { code: readCode(code, [...at('error'), 'code'], reader) }
  }
  if (expect.denials !== undefined) {
    out.denials = (expect.denials as readonly unknown[]).map((code, index) =>
      readCode(code, [...at('denials'), index], reader),
    )
  }
  if (expect.class !== undefined) {
    out.actionClass = reader.choose(at('class'), 'action class', expect.class, ACTION_CLASSES)
  }
  if (expect.observed !== undefined) out.observed = readObserved(expect.observed, at('observed'), reader)
  if (expect.errorBps !== undefined) out.errorBps = expect.errorBps as number
  if (expect.data !== undefined) out.data = readData(expect.data as Members, at('data'), reader)
  if (expect.permit !== undefined) {
    out.permit = reader.choose(at('permit'), 'permit state', expect.permit, PERMIT_STATES)
  }
  if (expect.phase !== undefined) {
    out.phase = expect.phase === 'unknown' ? 'unknown' : readPhase(expect.phase, at('phase'), reader)
  }
  if (expect.spend !== undefined) out.spend = readQuantityCheck(expect.spend, COUNTED, at('spend'), reader)
  if (expect.spent !== undefined) out.spent = readQuantityCheck(expect.spent, COUNTED, at('spent'), reader)
  if (expect.waited !== undefined) out.waitedMs = reader.durationMs(expect.waited, at('waited'))
  if (expect.gas !== undefined) out.gas = readQuantityCheck(expect.gas, UNIT, at('gas'), reader)
  if (expect.fee !== undefined) out.fee = readQuantityCheck(expect.fee, 'ETH', at('fee'), reader)
  if (expect.transactions !== undefined) {
    out.transactions = readQuantityCheck(expect.transactions, UNIT, at('transactions'), reader)
  }
  if (expect.halted !== undefined) out.halted = expect.halted as boolean
  if (expect.audit !== undefined) out.audit = 'intact'
  if (expect.events !== undefined) {
    out.events = readEvents(expect.events as readonly unknown[], at('events'), reader)
  }
  if (expect.recorded !== undefined) {
    out.recorded = readRecorded(expect.recorded as Members, at('recorded'), reader)
  }
  return { ...out, ...readChain(expect, path, reader) }
}

function readData(data: Members, path: Path, reader: CellReader): NonNullable<Expectations['data']> {
  for (const [member, wanted] of Object.entries(data)) {
    if (typeof wanted !== 'string' || !LIKE_COMPARISON.test(wanted) || COMPARISON.test(wanted)) continue
    const hint = 'write a whole number behind <, <=, > or >=, or what is equal without a sign'
    reader.problem([...path, member], `"${wanted}" compares with no whole number`, hint)
  }
  return data as Readonly<Record<string, Json>>
}

function readDenial(denied: Members, path: Path, reader: CellReader): NonNullable<Expectations['denied']> {
  const { layer, code } = denied
  const own = Object.hasOwn(ANSWER_CODES, String(code)) ? ANSWER_CODES[String(code)]?.layer : undefined
  // A hook that fails is named as the layer of its own failure.
  if (layer !== undefined && own !== undefined && own !== layer && code !== 'HOOK_FAILED') {
    reader.problem([...path, 'layer'], `${code} is no code of ${layer}`, `write layer: ${own}`)
  }
  return {
    ...(layer === undefined ? {} : { layer: reader.choose([...path, 'layer'], 'layer', layer, LAYERS) }),
    ...(code === undefined ? {} : { code: readCode(code, [...path, 'code'], reader) }),
  }
}

const readCode = (code: unknown, path: Path, reader: CellReader): string => {
  const name = String(code)
  if (!ERROR_CODES.includes(name)) {
    reader.unknown(path, 'error code', name, ERROR_CODES)
  }
  return name
}

function readObserved(value: unknown, path: Path, reader: CellReader): NonNullable<Expectations['observed']> {
  if (value === 'unchanged') return 'unchanged'
  if (!isFilled(value)) {
    reader.problem(path, 'expected "unchanged" or changes by token', 'write { USDC: -500, WETH: ">0" }')
    return 'unchanged'
  }
  return new Map(
    reader
      .byToken(value, path)
      .map(({ token, value: wanted, path: at }) => [
        token.symbol,
        readCheck(wanted, token.symbol, at, reader),
      ]),
  )
}

function readRecorded(
  { gas, pnl, ...plain }: Members,
  path: Path,
  reader: CellReader,
): NonNullable<Expectations['recorded']> {
  return {
    ...plain,
    ...(gas === undefined ? {} : { gas: readQuantityCheck(gas, COUNTED, [...path, 'gas'], reader) }),
    ...(pnl === undefined ? {} : { pnl: readCheck(pnl, COUNTED, [...path, 'pnl'], reader) }),
  }
}

function readEvents(
  events: readonly unknown[],
  path: Path,
  reader: CellReader,
): NonNullable<Expectations['events']> {
  return events.flatMap((event, index) => {
    const at = [...path, index]
    if (typeof event !== 'string' && !(isMembers(event) && typeof event.kind === 'string')) {
      reader.problem(
        at,
        'an event is its kind, or a map with a kind',
        'write - { kind: "permit:state", to: pending }',
      )
      return []
    }
    const { kind, ...fields } = typeof event === 'string' ? { kind: event } : event
    return [
      {
        kind: reader.choose(typeof event === 'string' ? at : [...at, 'kind'], 'event', kind, EVENT_KINDS),
        fields: fields as Readonly<Record<string, Json>>,
      },
    ]
  })
}
