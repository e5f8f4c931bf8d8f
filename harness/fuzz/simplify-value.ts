import type { Json } from '../../tools/core/json.ts'
import { parseDurationMs, splitAmount } from '../scenario/text/units.ts'

/** A value that stands for a number: how far it is from zero, in its smallest unit, and how to write another one. */
export interface Magnitude {
  readonly units: bigint
  /** Units of the steps that a person would write: whole tokens, seconds. */
  readonly wholeUnits: bigint
  write(units: bigint): Json
}

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/
const GROUPS: readonly (readonly [string, bigint])[] = [
  ['d', 86_400_000n],
  ['h', 3_600_000n],
  ['m', 60_000n],
  ['s', 1_000n],
]

/** Read a number, a duration or an amount; undefined when a value is none of them. */
export function readMagnitude(value: Json): Magnitude | undefined {
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) return undefined
    return { units: BigInt(value), wholeUnits: 1n, write: Number }
  }
  if (typeof value !== 'string') return undefined
  const ms = parseDurationMs(value)
  if (ms !== undefined) return { units: BigInt(ms), wholeUnits: 1_000n, write: writeDuration }
  const amount = splitAmount(value)
  const decimal = DECIMAL.exec(amount?.decimal ?? value)
  if (decimal === null) return undefined
  const [, sign, whole = '0', fraction = ''] = decimal
  const units = BigInt(`${whole}${fraction}`)
  return {
    units: sign === '-' ? -units : units,
    wholeUnits: 10n ** BigInt(fraction.length),
    write: (next) => {
      const text = writeDecimal(next, fraction.length)
      return amount === undefined ? text : `${text} ${amount.symbol}`
    },
  }
}

function writeDecimal(units: bigint, decimals: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

function writeDuration(ms: bigint): string {
  const size = ms < 0n ? -ms : ms
  if (size === 0n) return '0s'
  const [unit, unitMs] = GROUPS.find(([, length]) => size % length === 0n) ?? ['ms', 1n]
  return `${ms < 0n ? '-' : ''}${size / unitMs}${unit}`
}

/**
 * Search for a simpler value that still fails, nearer to zero: zero, then the smallest that does in whole units, or
 * in the smallest units where no whole one does. Where a limit decides, this ends at its boundary.
 *
 * `fails` is asked at most about twice the number of binary digits; it answers false when there is no more to ask.
 */
export async function simplifyMagnitude(
  { units, wholeUnits, write }: Magnitude,
  fails: (value: Json) => Promise<boolean>,
): Promise<void> {
  if (units === 0n || (await fails(write(0n)))) return
  const sign = units < 0n ? -1n : 1n
  const size = units * sign
  const step = size > wholeUnits ? wholeUnits : 1n
  // Counted in steps: `high` is known to fail, or is the next whole value above what does.
  let low = 0n
  let high = (size + step - 1n) / step
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (await fails(write(middle * step * sign))) high = middle
    else low = middle
  }
  // Where the value itself was no whole one, the whole one above it may do as well.
  if (size % step !== 0n && high === (size + step - 1n) / step) await fails(write(high * step * sign))
}
