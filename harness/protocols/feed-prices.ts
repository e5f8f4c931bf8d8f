import { type Address, parseAbi, zeroAddress } from 'viem'
import type { AddressBook } from '../../tools/core/address-book.ts'
import { isAddressEqual } from '../../tools/core/is-address-equal.ts'
import { type ReadRounds, tryContracts } from '../chain/read-rounds.ts'

const feedAbi = parseAbi([
  'function latestRoundData() view returns (uint80, int256 answer, uint256, uint256, uint80)',
  'function decimals() view returns (uint8)',
])

const PRICE_SCALE = 10n ** 36n

/** The prices of one base unit of tokens by their feeds, in USD with 36 decimals; 0 where there is none. */
export function* readPrices(book: AddressBook, tokens: readonly Address[]): ReadRounds<readonly bigint[]> {
  const known = tokens.map((token) => book.tokens.find(({ address }) => isAddressEqual(address, token)))
  const feeds = known.map((info) => ({ address: info?.feed?.address ?? zeroAddress, abi: feedAbi }) as const)
  const answers = yield* tryContracts(
    feeds.flatMap(
      (feed) =>
        [
          { ...feed, functionName: 'latestRoundData' },
          { ...feed, functionName: 'decimals' },
        ] as const,
    ),
  )
  return known.map((info, index) => {
    const [round, decimals] = answers.slice(2 * index) as [readonly bigint[] | undefined, number | undefined]
    const answer = round?.[1] ?? 0n
    if (info === undefined || decimals === undefined || answer <= 0n) return 0n
    return (answer * PRICE_SCALE) / 10n ** BigInt(decimals + info.decimals)
  })
}
