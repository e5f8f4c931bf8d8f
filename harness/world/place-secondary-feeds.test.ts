import { parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { openWorld } from '../../test/world/open-world.ts'
import { EMBEDDED_BOOK } from './embedded-book.ts'
import { placeSecondaryFeeds } from './place-secondary-feeds.ts'

const feedAbi = parseAbi([
  'function latestRoundData() view returns (uint80, int256 answer, uint256, uint256 updatedAt, uint80)',
  'function decimals() view returns (uint8)',
])

test('behavior: an origin without a second publisher gets one that agrees with the first', async () => {
  const world = await openWorld()
  try {
    const { rpc } = world.fork
    const token = EMBEDDED_BOOK.tokens.find(({ symbol }) => symbol === 'WBTC')
    const [feed, secondary] = [token?.feed, token?.secondaryFeed]
    if (feed === undefined || secondary === undefined) throw new Error('WBTC has two sources')
    const head = await world.client.getBlockNumber()
    await placeSecondaryFeeds(world.fork, EMBEDDED_BOOK)
    expect(await world.client.getBlockNumber()).toBe(head)

    await rpc.request('anvil_setCode', [secondary.address, '0x'])
    await placeSecondaryFeeds(world.fork, EMBEDDED_BOOK)
    const read = (address = feed.address) =>
      world.client.readContract({ address, abi: feedAbi, functionName: 'latestRoundData' })
    const [first, second] = [await read(), await read(secondary.address)]
    expect(second[1]).toBe(first[1] * 10n ** BigInt(secondary.decimals - feed.decimals))
    expect(second[3]).toBe(first[3])
    expect(
      await world.client.readContract({ address: secondary.address, abi: feedAbi, functionName: 'decimals' }),
    ).toBe(secondary.decimals)
  } finally {
    await world.close()
  }
})
