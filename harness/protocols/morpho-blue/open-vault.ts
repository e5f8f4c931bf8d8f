import { type Abi, encodeAbiParameters, parseAbiParameters, toHex } from 'viem'
import { keccak256 } from '../../../tools/core/keccak256.ts'
import { BASE } from '../../../tools/protocols/morpho-blue/base.ts'
import type { WorldBuilder } from '../testbed.ts'
import { loadContracts } from './artifacts.ts'
import { ORIGIN_MARKETS, ORIGIN_VAULT, toMarketId } from './markets.ts'
import { termsOf } from './open-market.ts'

const CAP_USD = 5_000_000n
const DEPOSIT_USD = 1_000_000n
/** What anyone may move into each market and out of it. */
const FLOW_USD = 400_000n
/** A third of a cent. */
const ALLOCATOR_FEE_WEI = 1_000_000_000_000n
const TIMELOCK_SECONDS = 86_400n

const LOAN = 'USDC'

/** Where the factory keeps that it made the vault: `isMetaMorpho` is its first mapping (metamorpho `MetaMorphoFactory.sol`). */
const IS_MADE = keccak256(encodeAbiParameters(parseAbiParameters('address, uint256'), [ORIGIN_VAULT, 0n]))

/**
 * Open a vault over the USDC markets, which lends in the last of them and lets anyone move a part into the others.
 *
 * A new cap waits a day, longer than the origin is old: the vault without that wait takes the caps, then the published
 * one is put in its place, over the same storage, and the factory takes it for one of its own, as on mainnet.
 */
export async function openVault(world: WorldBuilder): Promise<void> {
  const { chain, book, deployer, provider } = world
  const { morpho, publicAllocator, vaultFactory } = BASE.on(book)
  const contracts = loadContracts(world)
  const markets = ORIGIN_MARKETS.filter(({ loan }) => loan === LOAN).map((market) => termsOf(world, market))
  const ids = markets.map(toMarketId)
  const loan = markets[0]?.loanToken
  const call = (
    to: typeof morpho,
    abi: Abi,
    functionName: string,
    args: readonly unknown[],
    from = deployer,
  ) => chain.call({ label: `${functionName} of the vault`, from, to, abi, functionName, args })
  const manage = (functionName: string, args: readonly unknown[]) =>
    call(ORIGIN_VAULT, contracts.vault.abi, functionName, args)
  const create = (timelockSeconds: bigint) => [
    ...[deployer, morpho, timelockSeconds, loan],
    ...['Origin USDC vault', 'oUSDC'],
  ]
  await chain.place(contracts.hastyVault, ORIGIN_VAULT, create(0n), deployer)
  for (const terms of markets) {
    await manage('submitCap', [terms, world.toAmount(LOAN, CAP_USD)])
    await manage('acceptCap', [terms])
  }
  await chain.mine()
  await chain.place(contracts.vault, ORIGIN_VAULT, create(TIMELOCK_SECONDS), deployer)
  await manage('setSupplyQueue', [ids.slice(-1)])
  await manage('setIsAllocator', [publicAllocator, true])
  const flow = world.toAmount(LOAN, FLOW_USD)
  const caps = ids.map((id) => ({ id, caps: { maxIn: flow, maxOut: flow } }))
  const { abi } = contracts.publicAllocator
  await call(publicAllocator, abi, 'setFlowCaps', [ORIGIN_VAULT, caps])
  await call(publicAllocator, abi, 'setFee', [ORIGIN_VAULT, ALLOCATOR_FEE_WEI])
  await world.approveAll(provider, ORIGIN_VAULT)
  const deposit = world.toAmount(LOAN, DEPOSIT_USD)
  await call(ORIGIN_VAULT, contracts.vault.abi, 'deposit', [deposit, provider], provider)
  await chain.mine()
  if (vaultFactory) await chain.write(vaultFactory, IS_MADE, toHex(1, { size: 32 }))
}
