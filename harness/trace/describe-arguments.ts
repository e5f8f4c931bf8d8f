import type { AbiParameter } from 'viem'
import { USDC_DECIMALS } from '../../tools/core/amount.ts'
import { toJson } from '../../tools/core/json.ts'
import type { RecordArgument, RecordJson } from '../record/record.ts'
import type { Names } from './name-addresses.ts'

type Members = Readonly<Record<string, unknown>>

/** The members of enumerations, in their order, by what ABIs call these. */
export const ENUMERATIONS: Readonly<Record<string, readonly string[]>> = {
  'enum IPolicyCage.Effect': ['Idle', 'Exit', 'Spend', 'Risk'],
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/

/** Describe decoded values with the tokens of their amounts; `token` is the contract where it is a token, whose amounts they are. */
export function describeArguments(
  inputs: readonly AbiParameter[],
  values: readonly unknown[],
  names: Names,
  token?: string,
): readonly RecordArgument[] {
  for (const value of values) meetAll(value, names)
  const members = Object.fromEntries(inputs.map(({ name }, at) => [name ?? '', values[at]]))
  return inputs.map((input, at) => {
    const value = values[at]
    const units = isMembers(value)
      ? unitsOf(value, names, token)
      : unitOf(input.name ?? '', value, { members, names, token })
    return {
      name: input.name ?? '',
      type: input.type,
      value: toJson(value) as RecordJson,
      ...nameMember(input, value),
      ...(units === undefined ? {} : { units }),
    }
  })
}

function meetAll(value: unknown, names: Names): void {
  if (typeof value === 'string') {
    if (ADDRESS.test(value)) names.meet(value)
  } else if (value !== null && typeof value === 'object') {
    for (const member of Object.values(value)) meetAll(member, names)
  }
}

/** What a number of an enumeration means; ABIs hold the enumeration's name alone. */
function nameMember({ internalType }: AbiParameter, value: unknown): Pick<RecordArgument, 'meaning'> {
  const meaning = ENUMERATIONS[internalType ?? '']?.[Number(value)]
  return meaning === undefined ? {} : { meaning }
}

const isMembers = (value: unknown): value is Members =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** By which member an amount says of which token it is: `amountIn` by `tokenIn`, `amount` by `asset`. */
const TOKEN_OF_AMOUNT: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^amountIn/, ['tokenIn']],
  [/^amountOut/, ['tokenOut']],
  [/^amount0/, ['token0']],
  [/^amount1/, ['token1']],
  [/^(amount|value|assets|wad)$/, ['token', 'asset', 'currency']],
]

/** The tokens of a struct's amounts, by member. */
function unitsOf(value: Members, names: Names, token: string | undefined): RecordArgument['units'] {
  const units = Object.entries(value).flatMap(([member, amount]) => {
    const unit = unitOf(member, amount, { members: value, names, token })?.['']
    return unit ? [[member, unit] as const] : []
  })
  return units.length > 0 ? Object.fromEntries(units) : undefined
}

/** The token of one amount, under an empty name. */
function unitOf(
  name: string,
  amount: unknown,
  {
    members,
    names,
    token,
  }: { readonly members: Members; readonly names: Names; readonly token: string | undefined },
): RecordArgument['units'] {
  if (typeof amount !== 'bigint') return undefined
  if (name.endsWith('Usdc')) return { '': { symbol: 'USDC', decimals: USDC_DECIMALS } }
  const keys = TOKEN_OF_AMOUNT.find(([pattern]) => pattern.test(name))?.[1] ?? []
  const said = keys.map((key) => members[key]).find((address) => typeof address === 'string')
  const unit = names.tokenOf(typeof said === 'string' ? said : (token ?? ''))
  return unit ? { '': unit } : undefined
}
