import { type Address, parseAbi } from 'viem'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import { EMPTY_OUTCOME } from '../../../tools/core/outcome.ts'
import type { Position } from '../../../tools/core/position.ts'
import { BASE } from '../../../tools/protocols/erc4626/base.ts'
import type { LaterAct, LaterPlan, LaterScope, TestbedLater } from '../testbed-later.ts'
import { toIndex, toKey, toWorth, withFee } from './observe.ts'
import { ORIGIN_VAULTS } from './vaults.ts'

const abi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function transfer(address, uint256) returns (bool)',
  'function totalSupply() view returns (uint256)',
  'function totalAssets() view returns (uint256)',
  'function lastTotalAssets() view returns (uint256)',
  'function fee() view returns (uint96)',
])

const BPS = 10_000n

/** What an account has in a vault, as it was observed. */
const findIn = ({ positions }: LaterScope, vault: Address): Position | undefined =>
  positions.find(({ key }) => key === toKey(vault))

/** By how much shares are worth more or less once the vault has so much. */
function worthAt(
  { protocol, key, lots: [lot] }: Position,
  totals: Parameters<typeof toIndex>[0],
  offset: bigint,
): LaterPlan['expected']['worth'] {
  const [leg] = lot?.legs ?? []
  if (lot === undefined || leg === undefined) return []
  const amount = toWorth(lot.units, toIndex(totals, offset)) - leg.amount
  return [{ protocol, key, kind: 'held', token: leg.token, amount }]
}

/** What lies in the savings vault grows or shrinks, and its shares stay as they are. */
async function planSavings(scope: LaterScope, isYield: boolean): Promise<LaterPlan | undefined> {
  const { client, book, whale, deployer, shareBps } = scope
  const { savingsVault } = BASE.on(book)
  const position = findIn(scope, savingsVault)
  const token = position?.lots[0]?.legs[0]?.token
  if (position === undefined || token === undefined) return undefined
  const [assets, shares] = await Promise.all([
    client.readContract({ address: token, abi, functionName: 'balanceOf', args: [savingsVault] }),
    client.readContract({ address: savingsVault, abi, functionName: 'totalSupply' }),
  ])
  const moved = (assets * BigInt(shareBps)) / BPS
  if (moved === 0n) return undefined
  const left = isYield ? assets + moved : assets - moved
  const [actor, to] = isYield ? [whale, savingsVault] : [savingsVault, deployer]
  const data = encodeFunctionData({ abi, functionName: 'transfer', args: [to, moved] })
  const { offset } = ORIGIN_VAULTS.savingsVault
  return {
    actor,
    gives: isYield ? [{ token, amountBaseUnits: moved }] : [],
    calls: [{ to: token, data, valueWei: 0n }],
    expected: { ...EMPTY_OUTCOME, worth: worthAt(position, { assets: left, shares }, offset) },
    toleranceBps: 1,
  }
}

const YIELD: LaterAct = {
  title: 'the savings vault earns',
  extent: 'shareBps',
  plan: (scope) => planSavings(scope, true),
}

const LOSS: LaterAct = {
  title: 'the savings vault loses',
  extent: 'shareBps',
  plan: (scope) => planSavings(scope, false),
}

const INTEREST: LaterAct = {
  title: 'borrowers of the lending vault pay interest',
  extent: 'wait',
  async plan(scope) {
    const { client, book, whale, waitSeconds } = scope
    const { lendingVault: address } = BASE.on(book)
    const position = findIn(scope, address)
    if (position === undefined) return undefined
    const { timestamp } = await client.getBlock()
    const data = encodeFunctionData({ abi, functionName: 'totalAssets' })
    const [grown, shares, last, fee] = await Promise.all([
      client.call({ to: address, data, blockOverrides: { time: timestamp + BigInt(waitSeconds) } }),
      client.readContract({ address, abi, functionName: 'totalSupply' }),
      client.readContract({ address, abi, functionName: 'lastTotalAssets' }),
      client.readContract({ address, abi, functionName: 'fee' }),
    ])
    const { offset } = ORIGIN_VAULTS.lendingVault
    const totals = withFee({ assets: BigInt(grown.data ?? '0x0'), shares }, { last, fee, offset })
    return {
      actor: whale,
      gives: [],
      calls: [],
      afterSeconds: waitSeconds,
      expected: { ...EMPTY_OUTCOME, worth: worthAt(position, totals, offset) },
      toleranceBps: 1,
    }
  },
}

/** What others and time do to shares of the origin's vaults. */
export const LATER: TestbedLater = { yield: YIELD, loss: LOSS, interest: INTEREST }
