import { BASE } from '../../../tools/protocols/model-yield/base.ts'
import { defineTestbed } from '../testbed.ts'
import { LATER } from './later.ts'
import { observe, unitOf } from './observe.ts'

const CONTRACTS = 'tools/protocols/model-yield/contracts'
const UNIT = { entries: [`${CONTRACTS}/ModelStaking.sol`, `${CONTRACTS}/ModelOrders.sol`] }

/** WETH that is staked from the start, so that shares have a price. */
const STAKED_USD = 400_000n

/** The model's staking of WETH and its orders; the deployer is their keeper. */
export const TESTBED = defineTestbed({
  needs: ['weth'],
  packages: [],
  compiles: [UNIT],
  async deploy({ chain, book, deployer, compile }) {
    const { staking, orders } = BASE.on(book)
    const compiled = compile(UNIT)
    const place = (name: string, address: typeof staking, args: readonly unknown[]) => {
      const { abi, bytecode } = compiled[name] as (typeof compiled)[string]
      return chain.place({ name, abi, bytecode }, address, args, deployer)
    }
    await place('ModelStaking', staking, [book.wrappedNative, deployer])
    await place('ModelOrders', orders, [deployer])
  },
  async seed({ chain, book, provider, toAmount, approveAll }) {
    const { staking } = BASE.on(book)
    await approveAll(provider, staking)
    await chain.call({
      label: 'stake',
      from: provider,
      to: staking,
      abi: BASE.contracts.staking.abi,
      functionName: 'stake',
      args: [toAmount('WETH', STAKED_USD), provider],
    })
  },
  observe,
  unitOf,
  later: LATER,
  model: async () => (await import('./model.ts')).MODEL,
  draw: async () => (await import('./draw.ts')).DRAW,
})
