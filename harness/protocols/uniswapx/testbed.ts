import { type Address, parseAbi } from 'viem'
import { BASE } from '../../../tools/protocols/uniswapx/base.ts'
import { loadPublished, UNISWAPX_PACKAGE } from '../load-uniswapx.ts'
import { defineTestbed, type WorldBuilder } from '../testbed.ts'
import { SWAPPER } from './order-service.ts'
import { CANCELLED_NONCE, serveOrders } from './origin-orders.ts'

const permit2Abi = parseAbi(['function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)'])
const erc20Abi = parseAbi(['function transfer(address to, uint256 amount) returns (bool)'])

/** What the swapper holds of each token that it sells, USD. */
const FUNDS_USD = 100_000n
const ETHER = 10n ** 18n

const permit2Of = ({ book }: Pick<WorldBuilder, 'book'>) => book.protocols.permit2?.permit2 as Address

/** Give the swapper what it sells, and let Permit2 take it. */
async function fundSwapper(world: WorldBuilder) {
  const { chain, provider, tokens, toAmount } = world
  await chain.send({ label: 'ether for the swapper', from: provider, to: SWAPPER.address, valueWei: ETHER })
  for (const symbol of ['USDC', 'WETH']) {
    await chain.call({
      label: `${symbol} for the swapper`,
      from: provider,
      to: tokens[symbol]?.address as Address,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [SWAPPER.address, toAmount(symbol, FUNDS_USD)],
    })
  }
  await chain.mine()
  await world.approveAll(SWAPPER.address, permit2Of(world))
}

/** One order is filled, and one cancelled. */
async function endOrders(world: WorldBuilder) {
  const { chain, book, provider, tokens } = world
  const { reactor } = BASE.on(book)
  const permit2 = permit2Of(world)
  const { filled } = await serveOrders(
    { chainId: book.chainId, permit2, reactor },
    { usdc: tokens.USDC?.address as Address, weth: tokens.WETH?.address as Address },
  )
  await world.approveAll(provider, reactor)
  await chain.mine()
  await chain.call({
    label: 'fill an order',
    from: provider,
    to: reactor,
    abi: loadPublished('ExclusiveDutchOrderReactor').abi,
    functionName: 'execute',
    args: [{ order: filled.order, sig: filled.signature }],
  })
  await chain.call({
    label: 'cancel an order',
    from: SWAPPER.address,
    to: permit2,
    abi: permit2Abi,
    functionName: 'invalidateUnorderedNonces',
    args: [0n, 1n << CANCELLED_NONCE],
  })
  await chain.mine()
}

/** The reactor of exclusive Dutch orders and its quoter as the SDK publishes them; the order service is a stand-in. */
export const TESTBED = defineTestbed({
  needs: ['permit2', 'weth'],
  packages: [UNISWAPX_PACKAGE],
  standIn: 'order service',
  model: async () => (await import('./model.ts')).MODEL,
  draw: async () => (await import('./draw.ts')).DRAW,
  async deploy(world) {
    const { chain, book, deployer } = world
    const { reactor, orderQuoter } = BASE.on(book)
    await chain.place(
      loadPublished('ExclusiveDutchOrderReactor'),
      reactor,
      [permit2Of(world), deployer],
      deployer,
    )
    await chain.place(loadPublished('OrderQuoter'), orderQuoter, [], deployer)
  },
  async seed(world) {
    await fundSwapper(world)
    await endOrders(world)
  },
})
