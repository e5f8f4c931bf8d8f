import { type Address, getContractAddress } from 'viem'
import type { PriceFeedInfo } from '../../tools/core/address-book.ts'
import { ACTORS } from './actors.ts'
import { FEED_DECIMALS, MAINNET_TOKENS } from './mainnet-addresses.ts'

/** Decimals of the second publisher's answers: other than the first one's, so that mixing them up shows. */
const SECONDARY_FEED_DECIMALS = 18

/** The second publisher has an hour longer than the first one's model. */
const SECONDARY_MAX_STALENESS_SECONDS = 90_000

/** An address of the deployer's that stays free: by the time a contract is created by it, the nonce is used. */
const reserveAddress = (nonce: number): Address =>
  getContractAddress({ from: ACTORS.deployer.address, nonce: BigInt(nonce) })

/** Where the model of the sequencer's uptime feed is. */
export const SEQUENCER_UPTIME_FEED = reserveAddress(1)

/** First nonces of feeds and of tokens that stand in for one, which follow in the order of the tokens. */
const SECONDARY_FEEDS_FROM_NONCE = 2
const PRIMARY_FEEDS_FROM_NONCE = 12
const STAND_INS_FROM_NONCE = 22

/** Tokens come in this order; a wrapped native coin that is none of them is the last. */
function indexOfToken(symbol: string): number {
  const symbols = Object.keys(MAINNET_TOKENS)
  const at = symbols.indexOf(symbol)
  return at < 0 ? symbols.length : at
}

/** Where a token is that no list of its chain names. */
export const standInAddress = (symbol: string): Address =>
  reserveAddress(STAND_INS_FROM_NONCE + indexOfToken(symbol))

/** Describe the first publisher's feed of a token on an origin that stands for another chain than Ethereum. */
export const describePrimaryFeed = (symbol: string) => ({
  address: reserveAddress(PRIMARY_FEEDS_FROM_NONCE + indexOfToken(symbol)),
  decimals: FEED_DECIMALS,
  isModel: true,
})

/** Describe the second publisher's feed of a token: a model on every origin. */
export const describeSecondaryFeed = (symbol: string): PriceFeedInfo => ({
  address: reserveAddress(SECONDARY_FEEDS_FROM_NONCE + indexOfToken(symbol)),
  decimals: SECONDARY_FEED_DECIMALS,
  maxStalenessSeconds: SECONDARY_MAX_STALENESS_SECONDS,
  isModel: true,
})
