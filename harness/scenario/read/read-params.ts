import { type Json, setMember } from '../../../tools/core/json.ts'
import type { Claim } from '../../../tools/safety/hooks/hook.ts'
import { CLAIM_SUBJECTS } from '../known-names.ts'
import type { Path } from '../text/matrix.ts'
import { splitAmount, withoutUsd } from '../text/units.ts'
import { tokensOfAmount } from './amount-token.ts'
import type { CellReader } from './cell-reader.ts'

/** Keys of parameters that hold an address, for which a name may stand. */
const ADDRESS_KEYS =
  /^(recipient|spender|account|owner|borrower|delegator|manager|to|from|address|target|pool)$/

/** Keys whose text is for people: "5 USDC" stays as it is. */
const PROSE_KEYS = /(name|text|reason|query|description)$/i

/**
 * Read parameters of a tool: an amount with a symbol under a key becomes base units under `<key>BaseUnits`, the name
 * of an actor or contract becomes its address, anything else passes as it is.
 */
export function readParams(
  params: Readonly<Record<string, unknown>>,
  path: Path,
  reader: CellReader,
): { [key: string]: Json } {
  const out: { [key: string]: Json } = {}
  for (const [key, value] of Object.entries(params)) {
    const at = [...path, key]
    if (isAmount(value, key)) {
      const target = key.endsWith('BaseUnits') ? key : `${key}BaseUnits`
      if (target !== key && Object.hasOwn(params, target)) {
        reader.problem(at, `${key} and ${target} are the same parameter`, 'drop one of the two', true)
      }
      const { token, baseUnits } = reader.amount(value, at)
      const wanted = tokensOfAmount(target, params, reader.catalogue)
      if (wanted !== undefined && reader.isToken(token) && !wanted.includes(token)) {
        const [first = ''] = wanted
        reader.problem(
          at,
          `expected an amount in ${wanted.join(' or ')}, found ${token}`,
          `write it in ${first}`,
        )
      }
      out[target] = baseUnits.toString()
    } else if (
      typeof value === 'string' &&
      /^(amount|maxAmount)/.test(key) &&
      /^[\d.,]+\s*[A-Za-z]/.test(value)
    ) {
      reader.problem(at, `"${value}" is no amount`, 'write for example 500 USDC or 0.25 WETH')
    } else if (typeof value === 'number' && /^amount|BaseUnits$/.test(key)) {
      const name = key.replace(/BaseUnits$/, '')
      const whole = Number.isInteger(value) ? `"${value}" under ${name}BaseUnits, or ` : ''
      reader.problem(
        at,
        `expected an amount, found the number ${value}`,
        `write ${whole}an amount such as 500 USDC under ${name}`,
      )
    } else if (ADDRESS_KEYS.test(key) && typeof value === 'string') {
      const name = value.replace(/^\$\{(\w+)\}$/, '$1')
      out[key] = name === 'cage' ? '${cage}' : (reader.addressOf(name) ?? value)
    } else setMember(out, key, readNested(value, at, reader))
  }
  return out
}

const isAmount = (value: unknown, key: string): value is string =>
  typeof value === 'string' && splitAmount(value) !== undefined && !PROSE_KEYS.test(key)

function readNested(value: unknown, path: Path, reader: CellReader): Json {
  if (Array.isArray(value)) return value.map((member, index) => readNested(member, [...path, index], reader))
  if (value !== null && typeof value === 'object') {
    return readParams(value as Readonly<Record<string, unknown>>, path, reader)
  }
  return value as Json
}

/** Read what the model claims when it asks: `{ subject, token, value }`, where a value may be an amount. */
export function readClaims(value: unknown, path: Path, reader: CellReader): Claim[] {
  if (value === undefined) return []
  const hint = `write - { subject: ${CLAIM_SUBJECTS.join(' | ')}, token: USDC, value: 500 USDC }`
  if (!Array.isArray(value)) {
    reader.problem(path, 'expected a list of claims', hint)
    return []
  }
  return value.flatMap((claim: unknown, index): Claim[] => {
    const at = [...path, index]
    const { subject, token, value: claimed, ...rest } = (claim ?? {}) as Readonly<Record<string, unknown>>
    const isComplete = [subject, token, claimed].every(
      (member) => typeof member === 'string' || typeof member === 'number',
    )
    if (!isComplete || Object.keys(rest).length > 0) {
      reader.problem(at, 'a claim has a subject, a token and a value, and nothing else', hint)
      return []
    }
    const text = String(claimed)
    return [
      {
        subject: reader.choose([...at, 'subject'], 'subject of a claim', subject, CLAIM_SUBJECTS),
        token: String(token),
        value:
          subject === 'price'
            ? withoutUsd(text)
            : subject !== 'symbol' && splitAmount(text)
              ? reader.amount(text, [...at, 'value']).baseUnits.toString()
              : text,
      },
    ]
  })
}
