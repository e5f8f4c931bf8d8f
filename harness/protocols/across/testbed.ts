import { type Address, zeroAddress } from 'viem'
import { BASE } from '../../../tools/protocols/across/base.ts'
import { defineTestbed, type WorldBuilder } from '../testbed.ts'
import { LATER } from './later.ts'
import { FILL_BUFFER_SECONDS, loadProxy, loadSpokePool, QUOTE_BUFFER_SECONDS } from './spoke-pool.ts'

/** What the spoke pool's proxy stands before. */
const IMPLEMENTATION = '0x5E5b726C81F43b953f62ad87e2835c85C4D9DdD2'

/** USDC and USDbC of Base, WETH of Arbitrum. */
const USDC_OF_BASE = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const USDBC_OF_BASE = '0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA'
const WETH_OF_ARBITRUM = '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1'

/** What was sent before: the fee that each deposit offers, in millionths. */
const DEPOSITS = [
  { by: 'trader', token: 'USDC', to: USDC_OF_BASE, chain: 8_453n, valueUsd: 1_000n, fee: 500n },
  { by: 'trader', token: 'USDC', to: USDC_OF_BASE, chain: 8_453n, valueUsd: 5_000n, fee: 600n },
  { by: 'provider', token: 'USDC', to: USDC_OF_BASE, chain: 8_453n, valueUsd: 2_000n, fee: 1_000n },
  { by: 'provider', token: 'USDC', to: USDBC_OF_BASE, chain: 8_453n, valueUsd: 2_000n, fee: 100n },
  { by: 'provider', token: 'USDC', to: USDC_OF_BASE, chain: 8_453n, valueUsd: 2_000n, fee: 500_000n },
  { by: 'trader', token: 'WETH', to: WETH_OF_ARBITRUM, chain: 42_161n, valueUsd: 3_000n, fee: 400n },
] as const

async function send(
  { chain, book, toAmount, tokens }: WorldBuilder,
  from: Address,
  { token, to, chain: destinationChainId, valueUsd, fee }: (typeof DEPOSITS)[number],
) {
  const amount = toAmount(token, valueUsd)
  const now = chain.nowSeconds()
  await chain.call({
    label: `send ${token} to chain ${destinationChainId}`,
    from,
    to: BASE.on(book).spokePool,
    abi: loadSpokePool('Ethereum_SpokePool').abi,
    functionName: 'depositV3',
    args: [
      from,
      from,
      tokens[token]?.address,
      to,
      amount,
      (amount * (1_000_000n - fee)) / 1_000_000n,
      destinationChainId,
      zeroAddress,
      now,
      now + FILL_BUFFER_SECONDS,
      0,
      '0x',
    ],
  })
}

/**
 * The spoke pool of Ethereum as its package publishes it, with deposits. Relayers are stand-ins, and so are chains on which the
 * scenario has no stack: on one where it has, the relayer fills the deposit (`fill-on.ts`), and who settles with the relayer is who administers the pool (`later.ts`).
 */
export const TESTBED = defineTestbed({
  needs: ['weth'],
  packages: ['@across-protocol/contracts'],
  standIn: 'relayers and hub',
  async deploy({ chain, book, deployer }) {
    const pool = loadSpokePool('Ethereum_SpokePool')
    const buffers = [QUOTE_BUFFER_SECONDS, FILL_BUFFER_SECONDS]
    await chain.place(pool, IMPLEMENTATION, [book.wrappedNative, ...buffers, deployer], deployer)
    const { proxy, args } = loadProxy(IMPLEMENTATION, pool, [0, deployer])
    await chain.place(proxy, BASE.on(book).spokePool, args, deployer)
  },
  async seed(world: WorldBuilder) {
    const { spokePool } = BASE.on(world.book)
    await world.approveAll(world.provider, spokePool)
    await world.approveAll(world.trader, spokePool)
    await world.chain.mine()
    for (const deposit of DEPOSITS) await send(world, world[deposit.by], deposit)
    await world.chain.mine()
  },
  later: LATER,
  model: async () => (await import('./model.ts')).MODEL,
  draw: async () => (await import('./draw.ts')).DRAW,
  attack: async () => (await import('./attack.ts')).ATTACK,
})
