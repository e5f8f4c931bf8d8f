import { parseUnits } from 'viem'
import { someOf } from '../schema-words.ts'
import { defineStep } from '../step/define-step.ts'
import { resolveTokenAddress } from '../step/resolve-names.ts'
import { namePrices, readPrices, setPrices } from '../step/token-prices.ts'

/** Decimals in which prices are written. */
const USD_DECIMALS = 8

/** Feeds and pools jump to other prices. */
export const SHOCK = defineStep({
  kind: 'shock',
  schema: someOf('prices in USD to which feeds and pools jump, e.g. { WETH: 2100 }'),
  read: (prices, path, reader) => ({ prices: readPrices(prices, path, reader, { isOfPools: true }) }),
  async run({ prices }, { stage }) {
    for (const { token, usd } of prices) {
      await setPrices(stage, [{ token, usd }])
      await stage.market.movePrice(
        resolveTokenAddress(stage, token),
        parseUnits(usd, USD_DECIMALS),
        USD_DECIMALS,
      )
    }
  },
  title: ({ prices }) => `market of ${namePrices(prices).join(', ')}`,
  faults: { kinds: ['shock'], of: () => ['shock'] },
})
