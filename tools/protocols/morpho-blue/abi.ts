import { parseAbi } from 'viem'

const MARKET_PARAMS =
  'struct MarketParams { address loanToken; address collateralToken; address oracle; address irm; uint256 lltv; }'
const MARKET =
  'struct Market { uint128 totalSupplyAssets; uint128 totalSupplyShares; uint128 totalBorrowAssets; uint128 totalBorrowShares; uint128 lastUpdate; uint128 fee; }'

/** Morpho Blue (morpho-blue `IMorpho.sol`, `EventsLib.sol`), its owner's acts and the batch of raw storage left out. */
export const morphoAbi = parseAbi([
  MARKET_PARAMS,
  MARKET,
  'struct Position { uint256 supplyShares; uint128 borrowShares; uint128 collateral; }',
  'struct Authorization { address authorizer; address authorized; bool isAuthorized; uint256 nonce; uint256 deadline; }',
  'struct Signature { uint8 v; bytes32 r; bytes32 s; }',
  'function isIrmEnabled(address irm) view returns (bool)',
  'function isLltvEnabled(uint256 lltv) view returns (bool)',
  'function isAuthorized(address authorizer, address authorized) view returns (bool)',
  'function position(bytes32 id, address user) view returns (Position)',
  'function market(bytes32 id) view returns (Market)',
  'function idToMarketParams(bytes32 id) view returns (MarketParams)',
  'function createMarket(MarketParams marketParams)',
  'function supply(MarketParams marketParams, uint256 assets, uint256 shares, address onBehalf, bytes data) returns (uint256 assetsSupplied, uint256 sharesSupplied)',
  'function withdraw(MarketParams marketParams, uint256 assets, uint256 shares, address onBehalf, address receiver) returns (uint256 assetsWithdrawn, uint256 sharesWithdrawn)',
  'function borrow(MarketParams marketParams, uint256 assets, uint256 shares, address onBehalf, address receiver) returns (uint256 assetsBorrowed, uint256 sharesBorrowed)',
  'function repay(MarketParams marketParams, uint256 assets, uint256 shares, address onBehalf, bytes data) returns (uint256 assetsRepaid, uint256 sharesRepaid)',
  'function supplyCollateral(MarketParams marketParams, uint256 assets, address onBehalf, bytes data)',
  'function withdrawCollateral(MarketParams marketParams, uint256 assets, address onBehalf, address receiver)',
  'function liquidate(MarketParams marketParams, address borrower, uint256 seizedAssets, uint256 repaidShares, bytes data) returns (uint256 assetsSeized, uint256 assetsRepaid)',
  'function flashLoan(address token, uint256 assets, bytes data)',
  'function setAuthorization(address authorized, bool newIsAuthorized)',
  'function setAuthorizationWithSig(Authorization authorization, Signature signature)',
  'function accrueInterest(MarketParams marketParams)',
  'event CreateMarket(bytes32 indexed id, MarketParams marketParams)',
  'event Supply(bytes32 indexed id, address indexed caller, address indexed onBehalf, uint256 assets, uint256 shares)',
  'event Withdraw(bytes32 indexed id, address caller, address indexed onBehalf, address indexed receiver, uint256 assets, uint256 shares)',
  'event Borrow(bytes32 indexed id, address caller, address indexed onBehalf, address indexed receiver, uint256 assets, uint256 shares)',
  'event Repay(bytes32 indexed id, address indexed caller, address indexed onBehalf, uint256 assets, uint256 shares)',
  'event SupplyCollateral(bytes32 indexed id, address indexed caller, address indexed onBehalf, uint256 assets)',
  'event WithdrawCollateral(bytes32 indexed id, address caller, address indexed onBehalf, address indexed receiver, uint256 assets)',
  'event Liquidate(bytes32 indexed id, address indexed liquidator, address indexed borrower, uint256 repaidAssets, uint256 repaidShares, uint256 seizedAssets, uint256 badDebtAssets, uint256 badDebtShares)',
  'event SetAuthorization(address indexed caller, address indexed authorizer, address indexed authorized, bool newIsAuthorized)',
  'event AccrueInterest(bytes32 indexed id, uint256 prevBorrowRate, uint256 interest, uint256 feeShares)',
])

/** What a market's interest comes from (morpho-blue-irm `AdaptiveCurveIrm.sol`). */
export const irmAbi = parseAbi([
  MARKET_PARAMS,
  MARKET,
  'function borrowRateView(MarketParams marketParams, Market market) view returns (uint256)',
  'function rateAtTarget(bytes32 id) view returns (int256)',
])

/** What a market's collateral is priced by (morpho-blue `IOracle.sol`). */
export const oracleAbi = parseAbi(['function price() view returns (uint256)'])

/** What moves a vault's assets between its markets for anyone (public-allocator `PublicAllocator.sol`). */
export const publicAllocatorAbi = parseAbi([
  MARKET_PARAMS,
  'struct Withdrawal { MarketParams marketParams; uint128 amount; }',
  'struct FlowCaps { uint128 maxIn; uint128 maxOut; }',
  'struct FlowCapsConfig { bytes32 id; FlowCaps caps; }',
  'function fee(address vault) view returns (uint256)',
  'function flowCaps(address vault, bytes32 id) view returns (FlowCaps)',
  'function reallocateTo(address vault, Withdrawal[] withdrawals, MarketParams supplyMarketParams) payable',
  'event PublicReallocateTo(address indexed sender, address indexed vault, bytes32 indexed supplyMarketId, uint256 suppliedAssets)',
  'event SetFlowCaps(address indexed sender, address indexed vault, FlowCapsConfig[] config)',
  'error IncorrectFee()',
  'error EmptyWithdrawals()',
  'error InconsistentWithdrawals()',
  'error DepositMarketInWithdrawals()',
  'error MarketNotEnabled(bytes32 id)',
  'error WithdrawZero(bytes32 id)',
  'error NotEnoughSupply(bytes32 id)',
  'error MaxOutflowExceeded(bytes32 id)',
  'error MaxInflowExceeded(bytes32 id)',
])

/** A vault over several markets, as far as public reallocation asks it (metamorpho `IMetaMorpho.sol`). */
export const vaultAbi = parseAbi([
  'struct MarketConfig { uint184 cap; bool enabled; uint64 removableAt; }',
  'function config(bytes32 id) view returns (MarketConfig)',
  'function withdrawQueueLength() view returns (uint256)',
  'function withdrawQueue(uint256 index) view returns (bytes32)',
])

/** What makes such vaults (metamorpho `IMetaMorphoFactory.sol`). */
export const factoryAbi = parseAbi(['function isMetaMorpho(address vault) view returns (bool)'])
