import type {
  RecordArgument,
  RecordCall,
  RecordFigure,
  RecordJson,
  RecordScenario,
  RecordStep,
} from '../../harness/record/record.ts'
import { formatAmount } from './format-amount.ts'
import { lookUp } from './look-up.ts'
import { shortenHash } from './shorten-hash.ts'

type Names = NonNullable<RecordScenario['names']>

const WHOLE = /^-?\d+$/
const LONG_HEX = /^0x[0-9a-fA-F]{16,}$/
const ETHER = { symbol: 'ETH', decimals: 18 }

/** Say what a step called, a call a line: `USDC.approve(spender: attacker, amount: 500 USDC)`. */
export const describeCalls = ({ plans = [] }: RecordStep, names: Names = {}): string[] =>
  plans.flatMap(({ calls }) => calls.map((call) => describeCall(call, names)))

function describeCall(
  { target, function: name, selector, valueWei, arguments: given, calls = [] }: RecordCall,
  names: Names,
): string {
  const to = target === null ? 'a new contract' : nameOf(target, names)
  const does = name ?? selector
  const values = (given ?? []).map((argument) => `${argument.name}: ${describeArgument(argument, names)}`)
  const sent = valueWei === undefined ? '' : ` with ${write(valueWei, ETHER)}`
  const inner = calls.length > 0 ? ` { ${calls.map((each) => describeCall(each, names)).join('; ')} }` : ''
  return `${to}${does === undefined ? '' : `.${does}(${values.join(', ')})`}${sent}${inner}`
}

function describeArgument({ value, meaning, units = {} }: RecordArgument, names: Names): string {
  if (meaning !== undefined) return meaning
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    return show(value, names, units[''])
  const members = Object.entries(value as { readonly [key: string]: RecordJson })
  return `{ ${members.map(([key, member]) => `${key}: ${show(member, names, lookUp(units, key))}`).join(', ')} }`
}

function show(
  value: RecordJson,
  names: Names,
  unit?: { readonly symbol: string; readonly decimals: number },
): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  if (unit && WHOLE.test(value)) return write(value, unit)
  return nameOf(value, names)
}

const nameOf = (text: string, names: Names) =>
  lookUp(names, text) ?? (LONG_HEX.test(text) ? shortenHash(text) : text)

const write = (value: string, { symbol, decimals }: { readonly symbol: string; readonly decimals: number }) =>
  `${formatAmount(value, decimals)} ${symbol}`.trim()

/** Say by which numbers a step, with all of its figures, was denied: those of the hook that rejected it, or of the denial itself. */
export function describeDecision({ hooks, denial }: RecordStep): string[] {
  const rejected = hooks.findLast(({ verdict }) => verdict === 'reject')
  const figures = rejected ? rejected.figures : denial?.figures
  return (figures ?? []).map(describeFigure)
}

function describeFigure({ name, value, unit, decimals = 0, most, least, source }: RecordFigure): string {
  const say = (number: string) =>
    WHOLE.test(number) ? write(number, { symbol: unit, decimals }) : `${number} ${unit}`
  const notes = [
    ...(least === undefined ? [] : [`at least ${say(least)}`]),
    ...(most === undefined ? [] : [`at most ${say(most)}`]),
    ...(source === undefined ? [] : [source]),
  ]
  return `${name} ${say(value)}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`
}

/** Say what the account has otherwise than before: `USDC 10,000 → 9,500`. */
export const describeChanges = ({ after }: RecordStep): string[] =>
  (after?.balances ?? []).flatMap(({ symbol, decimals, baseUnits, beforeBaseUnits }) =>
    beforeBaseUnits === undefined
      ? []
      : [`${symbol} ${formatAmount(beforeBaseUnits, decimals)} → ${formatAmount(baseUnits, decimals)}`],
  )
