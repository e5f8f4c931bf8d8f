import { parseAbi } from 'viem'

const ORDER_STRUCTS = [
  'struct Order { uint256 salt; uint256 expiry; uint256 nonce; uint8 orderType; address token; address YT; address maker; address receiver; uint256 makingAmount; uint256 lnImpliedRate; uint256 failSafeRate; bytes permit; }',
  'struct FillOrderParams { Order order; bytes signature; uint256 makingAmount; }',
] as const

const STRUCTS = [
  'struct SwapData { uint8 swapType; address extRouter; bytes extCalldata; bool needScale; }',
  'struct TokenInput { address tokenIn; uint256 netTokenIn; address tokenMintSy; address pendleSwap; SwapData swapData; }',
  'struct TokenOutput { address tokenOut; uint256 minTokenOut; address tokenRedeemSy; address pendleSwap; SwapData swapData; }',
  'struct ApproxParams { uint256 guessMin; uint256 guessMax; uint256 guessOffchain; uint256 maxIteration; uint256 eps; }',
  ...ORDER_STRUCTS,
  'struct LimitOrderData { address limitRouter; uint256 epsSkipMarket; FillOrderParams[] normalFills; FillOrderParams[] flashFills; bytes optData; }',
] as const

/** What the router does for an account (@pendle/core-v2 `IPActionMiscV3`, `IPActionSwapPTV3`, `IPActionSwapYTV3`, `IPActionAddRemoveLiqV3`). */
export const routerAbi = parseAbi([
  ...STRUCTS,
  'struct ExitPreExpReturnParams { uint256 netPtFromRemove; uint256 netSyFromRemove; uint256 netPyRedeem; uint256 netSyFromRedeem; uint256 netPtSwap; uint256 netYtSwap; uint256 netSyFromSwap; uint256 netSyFee; uint256 totalSyOut; }',
  'struct ExitPostExpReturnParams { uint256 netPtFromRemove; uint256 netSyFromRemove; uint256 netPtRedeem; uint256 netSyFromRedeem; uint256 totalSyOut; }',
  'function mintSyFromToken(address receiver, address SY, uint256 minSyOut, TokenInput input) payable returns (uint256 netSyOut)',
  'function redeemSyToToken(address receiver, address SY, uint256 netSyIn, TokenOutput output) returns (uint256 netTokenOut)',
  'function mintPyFromToken(address receiver, address YT, uint256 minPyOut, TokenInput input) payable returns (uint256 netPyOut, uint256 netSyInterm)',
  'function redeemPyToToken(address receiver, address YT, uint256 netPyIn, TokenOutput output) returns (uint256 netTokenOut, uint256 netSyInterm)',
  'function redeemDueInterestAndRewards(address user, address[] sys, address[] yts, address[] markets)',
  'function swapExactTokenForPt(address receiver, address market, uint256 minPtOut, ApproxParams guessPtOut, TokenInput input, LimitOrderData limit) payable returns (uint256 netPtOut, uint256 netSyFee, uint256 netSyInterm)',
  'function swapExactPtForToken(address receiver, address market, uint256 exactPtIn, TokenOutput output, LimitOrderData limit) returns (uint256 netTokenOut, uint256 netSyFee, uint256 netSyInterm)',
  'function swapExactPtForSy(address receiver, address market, uint256 exactPtIn, uint256 minSyOut, LimitOrderData limit) returns (uint256 netSyOut, uint256 netSyFee)',
  'function swapExactSyForPt(address receiver, address market, uint256 exactSyIn, uint256 minPtOut, ApproxParams guessPtOut, LimitOrderData limit) returns (uint256 netPtOut, uint256 netSyFee)',
  'function swapExactTokenForYt(address receiver, address market, uint256 minYtOut, ApproxParams guessYtOut, TokenInput input, LimitOrderData limit) payable returns (uint256 netYtOut, uint256 netSyFee, uint256 netSyInterm)',
  'function swapExactYtForToken(address receiver, address market, uint256 exactYtIn, TokenOutput output, LimitOrderData limit) returns (uint256 netTokenOut, uint256 netSyFee, uint256 netSyInterm)',
  'function swapExactPtForYt(address receiver, address market, uint256 exactPtIn, uint256 minYtOut, ApproxParams guessTotalPtToSwap) returns (uint256 netYtOut, uint256 netSyFee)',
  'function swapExactYtForPt(address receiver, address market, uint256 exactYtIn, uint256 minPtOut, ApproxParams guessTotalPtFromSwap) returns (uint256 netPtOut, uint256 netSyFee)',
  'function addLiquiditySingleToken(address receiver, address market, uint256 minLpOut, ApproxParams guessPtReceivedFromSy, TokenInput input, LimitOrderData limit) payable returns (uint256 netLpOut, uint256 netSyFee, uint256 netSyInterm)',
  'function addLiquiditySingleTokenKeepYt(address receiver, address market, uint256 minLpOut, uint256 minYtOut, TokenInput input) payable returns (uint256 netLpOut, uint256 netYtOut, uint256 netSyMintPy, uint256 netSyInterm)',
  'function removeLiquiditySingleToken(address receiver, address market, uint256 netLpToRemove, TokenOutput output, LimitOrderData limit) returns (uint256 netTokenOut, uint256 netSyFee, uint256 netSyInterm)',
  'function exitPreExpToToken(address receiver, address market, uint256 netPtIn, uint256 netYtIn, uint256 netLpIn, TokenOutput output, LimitOrderData limit) returns (uint256 netTokenOut, ExitPreExpReturnParams params)',
  'function exitPostExpToToken(address receiver, address market, uint256 netPtIn, uint256 netLpIn, TokenOutput output) returns (uint256 netTokenOut, ExitPostExpReturnParams params)',
])

/** What the router would do, as views; two of them claim before they answer, and are called alone, never sent (@pendle/core-v2 `IPActionMarketCoreStatic`, `IPActionMintRedeemStatic`, `IPActionInfoStatic`). */
export const routerStaticAbi = parseAbi([
  'struct TokenAmount { address token; uint256 amount; }',
  'struct UserPYInfo { TokenAmount ptBalance; TokenAmount ytBalance; TokenAmount unclaimedInterest; TokenAmount[] unclaimedRewards; }',
  'struct UserMarketInfo { TokenAmount lpBalance; TokenAmount ptBalance; TokenAmount syBalance; TokenAmount[] unclaimedRewards; }',
  'function getUserPYInfo(address py, address user) view returns (UserPYInfo)',
  'function getUserMarketInfo(address market, address user) view returns (UserMarketInfo)',
  'function mintPyFromTokenStatic(address YT, address tokenIn, uint256 netTokenIn) view returns (uint256 netPyOut)',
  'function redeemPyToTokenStatic(address YT, uint256 netPYToRedeem, address tokenOut) view returns (uint256 netTokenOut)',
  'function swapExactTokenForPtStatic(address market, address tokenIn, uint256 amountTokenIn) view returns (uint256 netPtOut, uint256 netSyMinted, uint256 netSyFee, uint256 priceImpact, uint256 exchangeRateAfter)',
  'function swapExactPtForTokenStatic(address market, uint256 exactPtIn, address tokenOut) view returns (uint256 netTokenOut, uint256 netSyToRedeem, uint256 netSyFee, uint256 priceImpact, uint256 exchangeRateAfter)',
  'function swapExactPtForSyStatic(address market, uint256 exactPtIn) view returns (uint256 netSyOut, uint256 netSyFee, uint256 priceImpact, uint256 exchangeRateAfter)',
  'function swapExactSyForPtStatic(address market, uint256 exactSyIn) view returns (uint256 netPtOut, uint256 netSyFee, uint256 priceImpact, uint256 exchangeRateAfter)',
  'function swapExactTokenForYtStatic(address market, address tokenIn, uint256 amountTokenIn) view returns (uint256 netYtOut, uint256 netSyMinted, uint256 netSyFee, uint256 priceImpact, uint256 exchangeRateAfter)',
  'function swapExactYtForTokenStatic(address market, uint256 exactYtIn, address tokenOut) view returns (uint256 netTokenOut, uint256 netSyFee, uint256 priceImpact, uint256 exchangeRateAfter, uint256 netSyOut, uint256 netSyOwedInt, uint256 netPYToRepaySyOwedInt, uint256 netPYToRedeemSyOutInt)',
  'function swapExactYtForSyStatic(address market, uint256 exactYtIn) view returns (uint256 netSyOut, uint256 netSyFee, uint256 priceImpact, uint256 exchangeRateAfter, uint256 netSyOwedInt, uint256 netPYToRepaySyOwedInt, uint256 netPYToRedeemSyOutInt)',
  'function swapExactPtForYtStatic(address market, uint256 exactPtIn) view returns (uint256 netYtOut, uint256 totalPtToSwap, uint256 netSyFee, uint256 priceImpact, uint256 exchangeRateAfter)',
  'function swapExactYtForPtStatic(address market, uint256 exactYtIn) view returns (uint256 netPtOut, uint256 totalPtSwapped, uint256 netSyFee, uint256 priceImpact, uint256 exchangeRateAfter)',
  'function addLiquiditySingleTokenStatic(address market, address tokenIn, uint256 netTokenIn) view returns (uint256 netLpOut, uint256 netPtFromSwap, uint256 netSyFee, uint256 priceImpact, uint256 exchangeRateAfter, uint256 netSyMinted, uint256 netSyToSwap)',
  'function addLiquiditySingleTokenKeepYtStatic(address market, address tokenIn, uint256 netTokenIn) view returns (uint256 netLpOut, uint256 netYtOut, uint256 netSyMinted, uint256 netSyToPY)',
  'function removeLiquiditySingleTokenStatic(address market, uint256 netLpToRemove, address tokenOut) view returns (uint256 netTokenOut, uint256 netSyFee, uint256 priceImpact, uint256 exchangeRateAfter, uint256 netSyOut, uint256 netSyFromBurn, uint256 netPtFromBurn, uint256 netSyFromSwap)',
])

/** A market of PT against SY, and its liquidity token (@pendle/core-v2 `PendleMarketV3.sol`). */
export const marketAbi = parseAbi([
  'struct MarketState { int256 totalPt; int256 totalSy; int256 totalLp; address treasury; int256 scalarRoot; uint256 expiry; uint256 lnFeeRateRoot; uint256 reserveFeePercent; uint256 lastLnImpliedRate; }',
  'function readTokens() view returns (address SY, address PT, address YT)',
  'function readState(address router) view returns (MarketState)',
  'function expiry() view returns (uint256)',
  'function isExpired() view returns (bool)',
  'function getRewardTokens() view returns (address[])',
  'function balanceOf(address account) view returns (uint256)',
  'function approve(address spender, uint256 amount) returns (bool)',
  'event Mint(address indexed receiver, uint256 netLpMinted, uint256 netSyUsed, uint256 netPtUsed)',
  'event Burn(address indexed receiverSy, address indexed receiverPt, uint256 netLpBurned, uint256 netSyOut, uint256 netPtOut)',
  'event Swap(address indexed caller, address indexed receiver, int256 netPtOut, int256 netSyOut, uint256 netSyFee, uint256 netSyToReserve)',
  'event UpdateImpliedRate(uint256 indexed timestamp, uint256 lnLastImpliedRate)',
])

/** What makes markets (@pendle/core-v2 `PendleMarketFactoryV3.sol`). */
export const marketFactoryAbi = parseAbi([
  'function isValidMarket(address market) view returns (bool)',
  'event CreateNewMarket(address indexed market, address indexed PT, int256 scalarRoot, int256 initialAnchor, uint256 lnFeeRateRoot)',
])

/** A standardized yield token (@pendle/core-v2 `IStandardizedYield.sol`, EIP-5115). */
export const syAbi = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function totalSupply() view returns (uint256)',
  'function balanceOf(address account) view returns (uint256)',
  'function approve(address spender, uint256 amount) returns (bool)',
  'function yieldToken() view returns (address)',
  'function assetInfo() view returns (uint8 assetType, address assetAddress, uint8 assetDecimals)',
  'function exchangeRate() view returns (uint256)',
  'function getTokensIn() view returns (address[])',
  'function getTokensOut() view returns (address[])',
  'function getRewardTokens() view returns (address[])',
  'function previewDeposit(address tokenIn, uint256 amountTokenToDeposit) view returns (uint256 amountSharesOut)',
  'function previewRedeem(address tokenOut, uint256 amountSharesToRedeem) view returns (uint256 amountTokenOut)',
])

/** Principal and yield tokens, as tokens that the router takes (@pendle/core-v2 `PendlePrincipalToken.sol`, `PendleYieldToken.sol`). */
export const pyAbi = parseAbi([
  'function SY() view returns (address)',
  'function expiry() view returns (uint256)',
  'function pyIndexStored() view returns (uint256)',
  'function balanceOf(address account) view returns (uint256)',
  'function approve(address spender, uint256 amount) returns (bool)',
  'function allowance(address owner, address spender) view returns (uint256)',
])

/** Orders that makers sign and others fill (@pendle/core-v2 `PendleLimitRouter.sol`). */
export const limitRouterAbi = parseAbi([
  ...ORDER_STRUCTS,
  'function fill(FillOrderParams[] params, address receiver, uint256 maxTaking, bytes optData, bytes callback) returns (uint256 actualMaking, uint256 actualTaking, uint256 totalFee, bytes callbackReturn)',
  'function cancelSingle(Order order)',
  'function nonce(address maker) view returns (uint256)',
  'function getLnFeeRateRoot(address YT) view returns (uint256)',
  'function orderStatusesRaw(bytes32[] orderHashes) view returns (uint256[] remainingsRaw, uint256[] filledAmounts)',
  'function _checkSig(Order order, bytes signature) view returns (bytes32 orderHash, uint256 remainingMakerAmount, uint256 filledMakerAmount)',
  'event OrderCanceled(address indexed maker, bytes32 indexed orderHash)',
])

/** Averages over time of what PT, YT and LP are worth (@pendle/core-v2 `PendlePYLpOracle.sol`). */
export const oracleAbi = parseAbi([
  'function getPtToAssetRate(address market, uint32 duration) view returns (uint256)',
  'function getYtToAssetRate(address market, uint32 duration) view returns (uint256)',
  'function getLpToAssetRate(address market, uint32 duration) view returns (uint256)',
  'function getOracleState(address market, uint32 duration) view returns (bool increaseCardinalityRequired, uint16 cardinalityRequired, bool oldestObservationSatisfied)',
])
