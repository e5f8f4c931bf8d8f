import { type Address, encodeDeployData, type Hex, parseAbi } from 'viem'
import type { AddressBook } from '../../tools/core/address-book.ts'
import { decodeFunctionResult } from '../../tools/core/decode-function-result.ts'
import { encodeFunctionData } from '../../tools/core/encode-function-data.ts'
import { HarnessError } from '../errors.ts'
import { ACTORS } from './actors.ts'
import { compileContracts } from './compile.ts'
import type { FixtureChain } from './mine-all.ts'

const feedAbi = parseAbi([
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
  'function setAnswer(int256 answer, uint256 updatedAt)',
])

/**
 * Put the second publisher's model feeds where an origin has none, each agreeing with the first publisher at the
 * time. The embedded origin has them already.
 *
 * @throws HarnessError DEPLOY_FAILED
 */
export async function placeSecondaryFeeds({ rpc, mine }: FixtureChain, book: AddressBook): Promise<void> {
  const pairs = book.tokens.flatMap(({ symbol, feed, secondaryFeed }) =>
    feed && secondaryFeed?.isModel ? [{ symbol, feed, secondaryFeed }] : [],
  )
  const codes = await Promise.all(
    pairs.map(({ secondaryFeed }) => rpc.request<Hex>('eth_getCode', [secondaryFeed.address, 'latest'])),
  )
  const absent = pairs.filter((_, index) => codes[index] === '0x')
  if (absent.length === 0) return
  const { PriceFeed } = await compileContracts()
  if (PriceFeed === undefined) {
    throw new HarnessError('DEPLOY_FAILED', 'PriceFeed was not compiled', {
      expected: 'a contract PriceFeed',
      hint: 'restore harness/world/contracts/PriceFeed.sol',
    })
  }
  const call = (to: Address | undefined, data: Hex) =>
    rpc.request<Hex>('eth_call', [{ from: ACTORS.deployer.address, to, data }, 'latest'])
  for (const { symbol, feed, secondaryFeed } of absent) {
    const args = [secondaryFeed.decimals, `${symbol} / USD, second publisher (model)`, 0n]
    const creation = encodeDeployData({ abi: PriceFeed.abi, bytecode: PriceFeed.bytecode, args })
    await rpc.request('anvil_setCode', [secondaryFeed.address, await call(undefined, creation)])
    const read = encodeFunctionData({ abi: feedAbi, functionName: 'latestRoundData' })
    const [, answer, , updatedAt] = decodeFunctionResult({
      abi: feedAbi,
      functionName: 'latestRoundData',
      data: await call(feed.address, read),
    })
    const scaled = (answer * 10n ** BigInt(secondaryFeed.decimals)) / 10n ** BigInt(feed.decimals)
    const data = encodeFunctionData({ abi: feedAbi, functionName: 'setAnswer', args: [scaled, updatedAt] })
    await rpc.request('eth_sendTransaction', [
      {
        from: ACTORS.deployer.address,
        to: secondaryFeed.address,
        data,
        gas: '0x7a120',
        gasPrice: '0x2540be400',
      },
    ])
  }
  await mine()
}
