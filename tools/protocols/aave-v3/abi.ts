import { parseAbi } from 'viem'

/** The part of the Pool that the tools call, and the events by which its past is read. */
export const poolAbi = parseAbi([
  'struct Configuration { uint256 data; }',
  'struct Reserve { Configuration configuration; uint128 liquidityIndex; uint128 currentLiquidityRate; uint128 variableBorrowIndex; uint128 currentVariableBorrowRate; uint128 currentStableBorrowRate; uint40 lastUpdateTimestamp; uint16 id; address aTokenAddress; address stableDebtTokenAddress; address variableDebtTokenAddress; address interestRateStrategyAddress; uint128 accruedToTreasury; uint128 unbacked; uint128 isolationModeTotalDebt; }',
  'struct EModeCategory { uint16 ltv; uint16 liquidationThreshold; uint16 liquidationBonus; address priceSource; string label; }',
  'function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)',
  'function supplyWithPermit(address asset, uint256 amount, address onBehalfOf, uint16 referralCode, uint256 deadline, uint8 permitV, bytes32 permitR, bytes32 permitS)',
  'function withdraw(address asset, uint256 amount, address to) returns (uint256)',
  'function borrow(address asset, uint256 amount, uint256 interestRateMode, uint16 referralCode, address onBehalfOf)',
  'function repay(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf) returns (uint256)',
  'function repayWithPermit(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf, uint256 deadline, uint8 permitV, bytes32 permitR, bytes32 permitS) returns (uint256)',
  'function repayWithATokens(address asset, uint256 amount, uint256 interestRateMode) returns (uint256)',
  'function setUserUseReserveAsCollateral(address asset, bool useAsCollateral)',
  'function setUserEMode(uint8 categoryId)',
  'function liquidationCall(address collateralAsset, address debtAsset, address user, uint256 debtToCover, bool receiveAToken)',
  'function flashLoan(address receiverAddress, address[] assets, uint256[] amounts, uint256[] interestRateModes, address onBehalfOf, bytes params, uint16 referralCode)',
  'function flashLoanSimple(address receiverAddress, address asset, uint256 amount, bytes params, uint16 referralCode)',
  'function getReservesList() view returns (address[])',
  'function getReserveData(address asset) view returns (Reserve)',
  'function getConfiguration(address asset) view returns (Configuration)',
  'function getUserConfiguration(address user) view returns (Configuration)',
  'function getUserAccountData(address user) view returns (uint256 totalCollateralBase, uint256 totalDebtBase, uint256 availableBorrowsBase, uint256 currentLiquidationThreshold, uint256 ltv, uint256 healthFactor)',
  'function getUserEMode(address user) view returns (uint256)',
  'function getEModeCategoryData(uint8 id) view returns (EModeCategory)',
  'function getReserveNormalizedIncome(address asset) view returns (uint256)',
  'function getReserveNormalizedVariableDebt(address asset) view returns (uint256)',
  'function FLASHLOAN_PREMIUM_TOTAL() view returns (uint128)',
  'function FLASHLOAN_PREMIUM_TO_PROTOCOL() view returns (uint128)',
  'event Supply(address indexed reserve, address user, address indexed onBehalfOf, uint256 amount, uint16 indexed referralCode)',
  'event Withdraw(address indexed reserve, address indexed user, address indexed to, uint256 amount)',
  'event Borrow(address indexed reserve, address user, address indexed onBehalfOf, uint256 amount, uint8 interestRateMode, uint256 borrowRate, uint16 indexed referralCode)',
  'event Repay(address indexed reserve, address indexed user, address indexed repayer, uint256 amount, bool useATokens)',
  'event ReserveUsedAsCollateralEnabled(address indexed reserve, address indexed user)',
  'event ReserveUsedAsCollateralDisabled(address indexed reserve, address indexed user)',
  'event UserEModeSet(address indexed user, uint8 categoryId)',
  'event ReserveDataUpdated(address indexed reserve, uint256 liquidityRate, uint256 stableBorrowRate, uint256 variableBorrowRate, uint256 liquidityIndex, uint256 variableBorrowIndex)',
  'event LiquidationCall(address indexed collateralAsset, address indexed debtAsset, address indexed user, uint256 debtToCover, uint256 liquidatedCollateralAmount, address liquidator, bool receiveAToken)',
])

/** The part of AaveProtocolDataProvider that the tools call. */
export const dataProviderAbi = parseAbi([
  'function getReserveCaps(address asset) view returns (uint256 borrowCap, uint256 supplyCap)',
  'function getDebtCeiling(address asset) view returns (uint256)',
  'function getDebtCeilingDecimals() pure returns (uint256)',
  'function getSiloedBorrowing(address asset) view returns (bool)',
  'function getFlashLoanEnabled(address asset) view returns (bool)',
  'function getUserReserveData(address asset, address user) view returns (uint256 currentATokenBalance, uint256 currentStableDebt, uint256 currentVariableDebt, uint256 principalStableDebt, uint256 scaledVariableDebt, uint256 stableBorrowRate, uint256 liquidityRate, uint40 stableRateLastUpdated, bool usageAsCollateralEnabled)',
])

/** The part of AaveOracle that the tools call. */
export const oracleAbi = parseAbi([
  'function getAssetPrice(address asset) view returns (uint256)',
  'function getAssetsPrices(address[] assets) view returns (uint256[])',
  'function getSourceOfAsset(address asset) view returns (address)',
  'function getFallbackOracle() view returns (address)',
  'function BASE_CURRENCY() view returns (address)',
  'function BASE_CURRENCY_UNIT() view returns (uint256)',
])

/** The part of DefaultReserveInterestRateStrategy (v3.0) that the tools call. */
export const rateStrategyAbi = parseAbi([
  'struct RateParameters { uint256 unbacked; uint256 liquidityAdded; uint256 liquidityTaken; uint256 totalStableDebt; uint256 totalVariableDebt; uint256 averageStableBorrowRate; uint256 reserveFactor; address reserve; address aToken; }',
  'function calculateInterestRates(RateParameters params) view returns (uint256 liquidityRate, uint256 stableBorrowRate, uint256 variableBorrowRate)',
  'function OPTIMAL_USAGE_RATIO() view returns (uint256)',
  'function getBaseVariableBorrowRate() view returns (uint256)',
  'function getVariableRateSlope1() view returns (uint256)',
  'function getVariableRateSlope2() view returns (uint256)',
])

/** The part of aTokens that the tools call, and what they announce. */
export const aTokenAbi = parseAbi([
  'function scaledBalanceOf(address user) view returns (uint256)',
  'event Mint(address indexed caller, address indexed onBehalfOf, uint256 value, uint256 balanceIncrease, uint256 index)',
  'event Burn(address indexed from, address indexed target, uint256 value, uint256 balanceIncrease, uint256 index)',
  'event BalanceTransfer(address indexed from, address indexed to, uint256 value, uint256 index)',
])

/** The part of variable debt tokens that the tools call. */
export const debtTokenAbi = parseAbi([
  'function scaledBalanceOf(address user) view returns (uint256)',
  'function approveDelegation(address delegatee, uint256 amount)',
  'function borrowAllowance(address fromUser, address toUser) view returns (uint256)',
  'event BorrowAllowanceDelegated(address indexed fromUser, address indexed toUser, address indexed asset, uint256 amount)',
])

/** The part of RewardsController that the tools call. */
export const rewardsAbi = parseAbi([
  'function claimAllRewards(address[] assets, address to) returns (address[] rewardsList, uint256[] claimedAmounts)',
  'function claimRewards(address[] assets, uint256 amount, address to, address reward) returns (uint256)',
  'function setClaimer(address user, address caller)',
  'function getAllUserRewards(address[] assets, address user) view returns (address[] rewardsList, uint256[] unclaimedAmounts)',
  'function getRewardsByAsset(address asset) view returns (address[])',
  'function getRewardsData(address asset, address reward) view returns (uint256 index, uint256 emissionPerSecond, uint256 lastUpdateTimestamp, uint256 distributionEnd)',
  'event RewardsClaimed(address indexed user, address indexed reward, address indexed to, address claimer, uint256 amount)',
])

/** The part of WrappedTokenGatewayV3 that the tools call. */
export const gatewayAbi = parseAbi([
  'function depositETH(address pool, address onBehalfOf, uint16 referralCode) payable',
  'function withdrawETH(address pool, uint256 amount, address to)',
])
