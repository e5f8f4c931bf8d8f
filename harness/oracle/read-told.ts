import { type Address, type PublicClient, parseAbiItem } from 'viem'
import { isAddressEqual } from '../../tools/core/is-address-equal.ts'
import type { AssetDelta } from '../../tools/core/outcome.ts'
import { toPositionDelta } from '../../tools/core/pair-deltas.ts'
import type { Position } from '../../tools/core/position.ts'
import { comparePositions } from './positions-seen.ts'
import type { WorthyOutcome } from './told-outcome.ts'

const TRANSFER = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

/** What the log of blocks says that an account got and gave of tokens, by token. */
async function readTransfers(
  client: PublicClient,
  account: Address,
  blocks: { readonly fromBlock: bigint; readonly toBlock: bigint },
): Promise<readonly AssetDelta[]> {
  const [given, got] = await Promise.all([
    client.getLogs({ event: TRANSFER, args: { from: account }, strict: true, ...blocks }),
    client.getLogs({ event: TRANSFER, args: { to: account }, strict: true, ...blocks }),
  ])
  const sums = new Map<Address, bigint>()
  const add = (token: Address, amount: bigint) => sums.set(token, (sums.get(token) ?? 0n) + amount)
  for (const { address, args } of given) add(address, -args.value)
  for (const { address, args } of got) add(address, args.value)
  return [...sums].map(([token, deltaBaseUnits]) => ({ token, account, deltaBaseUnits }))
}

/** What blocks tell of an account: its balances by their log, its positions by what the cage's readers showed around them. */
export async function readTold(scope: {
  readonly client: PublicClient
  readonly account: Address
  readonly tokens: readonly Address[]
  readonly before: readonly Position[]
  readonly after: readonly Position[]
  /** The last block before. */
  readonly block: bigint
}): Promise<WorthyOutcome> {
  const { client, account, tokens, block } = scope
  const toBlock = await client.getBlockNumber({ cacheTime: 0 })
  const transfers =
    toBlock === block ? [] : await readTransfers(client, account, { fromBlock: block + 1n, toBlock })
  const { moved, worth } = comparePositions(scope.before, scope.after)
  return {
    // A receipt such as an aToken is a position, and no asset beside it.
    assets: transfers.filter(({ token }) => tokens.some((known) => isAddressEqual(known, token))),
    allowances: [],
    positions: moved.map(toPositionDelta),
    worth,
  }
}
