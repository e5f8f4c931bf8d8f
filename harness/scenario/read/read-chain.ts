import { isAddress } from 'viem'
import { DEV_REGISTRY } from '../../../tools/profiles/dev.ts'
import type { Expectations, PositionCheck } from '../expectations.ts'
import type { Path } from '../text/matrix.ts'
import type { CellReader } from './cell-reader.ts'
import { readCheck, readQuantityCheck } from './read-amount-check.ts'

type Members = Readonly<Record<string, unknown>>
type ChainExpectations = Pick<Expectations, 'balances' | 'allowances' | 'positions'>

const PROTOCOLS = DEV_REGISTRY.protocols.map(({ id }) => id)

/** Whether a value of a file is a map. */
export const isMembers = (value: unknown): value is Members =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** Whether a value of a file is a map that says something. */
export const isFilled = (value: unknown): value is Members =>
  isMembers(value) && Object.keys(value).length > 0

const isFilledList = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length > 0

/** Read what the chain is expected to show: balances, allowances and positions. */
export function readChain(expect: Members, path: Path, reader: CellReader): ChainExpectations {
  const { balances, allowances, positions } = expect
  return {
    ...(balances === undefined
      ? {}
      : { balances: readByAccount(balances as Members, [...path, 'balances'], reader, readQuantityCheck) }),
    ...(allowances === undefined
      ? {}
      : {
          allowances: (allowances as readonly Members[]).flatMap((entry, index) =>
            readAllowance(entry, [...path, 'allowances', index], reader),
          ),
        }),
    ...(positions === undefined
      ? {}
      : { positions: readPositions(positions as Members, [...path, 'positions'], reader) }),
  }
}

function readPositions(
  positions: Members,
  path: Path,
  reader: CellReader,
): NonNullable<Expectations['positions']> {
  return Object.entries(positions).flatMap(([name, tokens]): readonly PositionCheck[] => {
    const at = [...path, name]
    const protocol = reader.choose(at, 'protocol', name, PROTOCOLS)
    if (tokens === 'none' || tokens === 'some') return [{ protocol, exists: tokens === 'some' }]
    if (!isFilled(tokens)) {
      reader.problem(at, 'expected none, some, or amounts by token', 'write { WETH: ">= 1", USDC: "< 0" }')
      return []
    }
    return Object.entries(tokens).flatMap(([symbol, wanted]) =>
      (isFilledList(wanted) ? wanted : [wanted]).map((amount) => ({
        protocol,
        token: reader.token(symbol, [...at, symbol]).symbol,
        check: readCheck(amount, symbol, [...at, symbol], reader),
      })),
    )
  })
}

/** Read what tokens of accounts are compared with, each amount in one way. */
export function readByAccount(
  balances: Members,
  path: Path,
  reader: CellReader,
  readAmount: typeof readCheck,
): NonNullable<Expectations['balances']> {
  return Object.entries(balances).flatMap(([name, tokens]) => {
    const at = [...path, name]
    const account = reader.account(name, at)
    if (!isFilled(tokens)) {
      reader.problem(at, 'expected balances by token', 'write { USDC: 500 }')
      return []
    }
    return Object.entries(tokens).map(([symbol, wanted]) => ({
      account,
      token: reader.token(symbol, [...at, symbol]).symbol,
      check: readAmount(wanted, symbol, [...at, symbol], reader),
    }))
  })
}

function readAllowance(
  entry: Members,
  path: Path,
  reader: CellReader,
): NonNullable<Expectations['allowances']>[number][] {
  const { token, spender, amount, ...rest } = entry
  const isComplete = token !== undefined && spender !== undefined && amount !== undefined
  if (!isComplete || Object.keys(rest).length > 0) {
    const hint = 'write - { token: USDC, spender: attacker, amount: 0 }'
    reader.problem(path, 'an allowance has a token, a spender and an amount, and nothing else', hint)
    return []
  }
  const symbol = reader.tokenName(token, [...path, 'token'])
  const account = reader.account(spender, [...path, 'spender'])
  if (account === 'cage') {
    reader.problem([...path, 'spender'], 'the cage is what gives allowances', 'name who could spend them')
  }
  // Only contracts have allowances; the native coin is no contract.
  if (reader.catalogue.tokens.some((known) => known.symbol === symbol && known.address === undefined)) {
    reader.problem([...path, 'token'], `${symbol} is no contract`, 'name its wrapped token')
  }
  return [
    {
      token: symbol,
      spender: isAddress(account) ? account : (reader.addressOf(account) ?? account),
      check: readQuantityCheck(amount, symbol, [...path, 'amount'], reader),
    },
  ]
}
