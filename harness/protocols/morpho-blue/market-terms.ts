/** Tokens of the origin's markets, by id: the first two are mainnet's, whose parameters and so ids are the same. */
export const MARKET_TERMS: Readonly<
  Record<string, { readonly loan: 'USDC' | 'DAI'; readonly collateral: 'WETH' | 'WBTC' }>
> = {
  '0x7dde86a1e94561d9690ec678db673c1a6396365f7d1d65e129c5fff0990ff758': { loan: 'USDC', collateral: 'WETH' },
  '0x3a85e619751152991742810df6ec69ce473daef99e28a64ab2340d7b7ccfee49': { loan: 'USDC', collateral: 'WBTC' },
  '0x78efbe40bd6c884233f33ea74a30792dd9749f42c365de1961fe490fc25b65f1': { loan: 'DAI', collateral: 'WETH' },
}
