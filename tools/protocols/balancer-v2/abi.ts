import { parseAbi } from 'viem'

const SWAP_STRUCTS = [
  'struct SingleSwap { bytes32 poolId; uint8 kind; address assetIn; address assetOut; uint256 amount; bytes userData; }',
  'struct BatchSwapStep { bytes32 poolId; uint256 assetInIndex; uint256 assetOutIndex; uint256 amount; bytes userData; }',
  'struct FundManagement { address sender; bool fromInternalBalance; address recipient; bool toInternalBalance; }',
] as const
const POOL_STRUCTS = [
  'struct JoinPoolRequest { address[] assets; uint256[] maxAmountsIn; bytes userData; bool fromInternalBalance; }',
  'struct ExitPoolRequest { address[] assets; uint256[] minAmountsOut; bytes userData; bool toInternalBalance; }',
] as const

/** The Vault (v2-vault `IVault.sol`), as far as tools read and call it. */
export const vaultAbi = parseAbi([
  ...SWAP_STRUCTS,
  ...POOL_STRUCTS,
  'struct UserBalanceOp { uint8 kind; address asset; uint256 amount; address sender; address recipient; }',
  'function getPool(bytes32 poolId) view returns (address pool, uint8 specialization)',
  'function getPoolTokens(bytes32 poolId) view returns (address[] tokens, uint256[] balances, uint256 lastChangeBlock)',
  'function getInternalBalance(address user, address[] tokens) view returns (uint256[] balances)',
  'function getPausedState() view returns (bool paused, uint256 pauseWindowEndTime, uint256 bufferPeriodEndTime)',
  'function swap(SingleSwap singleSwap, FundManagement funds, uint256 limit, uint256 deadline) payable returns (uint256 amountCalculated)',
  'function batchSwap(uint8 kind, BatchSwapStep[] swaps, address[] assets, FundManagement funds, int256[] limits, uint256 deadline) payable returns (int256[] assetDeltas)',
  'function joinPool(bytes32 poolId, address sender, address recipient, JoinPoolRequest request) payable',
  'function exitPool(bytes32 poolId, address sender, address recipient, ExitPoolRequest request)',
  'function manageUserBalance(UserBalanceOp[] ops) payable',
  'event PoolRegistered(bytes32 indexed poolId, address indexed poolAddress, uint8 specialization)',
  'event TokensRegistered(bytes32 indexed poolId, address[] tokens, address[] assetManagers)',
  'event Swap(bytes32 indexed poolId, address indexed tokenIn, address indexed tokenOut, uint256 amountIn, uint256 amountOut)',
  'event PoolBalanceChanged(bytes32 indexed poolId, address indexed liquidityProvider, address[] tokens, int256[] deltas, uint256[] protocolFeeAmounts)',
  'event InternalBalanceChanged(address indexed user, address indexed token, int256 delta)',
])

/** BalancerQueries (standalone-utils `BalancerQueries.sol`), which reverts what it tried. */
export const queriesAbi = parseAbi([
  ...SWAP_STRUCTS,
  ...POOL_STRUCTS,
  'function querySwap(SingleSwap singleSwap, FundManagement funds) returns (uint256 amountCalculated)',
  'function queryBatchSwap(uint8 kind, BatchSwapStep[] swaps, address[] assets, FundManagement funds) returns (int256[] assetDeltas)',
  'function queryJoin(bytes32 poolId, address sender, address recipient, JoinPoolRequest request) returns (uint256 bptOut, uint256[] amountsIn)',
  'function queryExit(bytes32 poolId, address sender, address recipient, ExitPoolRequest request) returns (uint256 bptIn, uint256[] amountsOut)',
])

/** Pools of both kinds, and the token that a share of them is (BPT, 18 decimals). */
export const poolAbi = parseAbi([
  'function getPoolId() view returns (bytes32)',
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function totalSupply() view returns (uint256)',
  'function balanceOf(address account) view returns (uint256)',
  'function getSwapFeePercentage() view returns (uint256)',
  'function getNormalizedWeights() view returns (uint256[])',
  'function getInvariant() view returns (uint256)',
  'function getLastInvariant() view returns (uint256)',
  'function getRate() view returns (uint256)',
  'function getActualSupply() view returns (uint256)',
  'function getBptIndex() view returns (uint256)',
  'function inRecoveryMode() view returns (bool)',
  'function getAmplificationParameter() view returns (uint256 value, bool isUpdating, uint256 precision)',
])

/** The factory of weighted pools, third version (pool-weighted `WeightedPoolFactory.sol`). */
export const factoryAbi = parseAbi([
  'function create(string name, string symbol, address[] tokens, uint256[] normalizedWeights, address[] rateProviders, uint256 swapFeePercentage, address owner) returns (address)',
  'event PoolCreated(address indexed pool)',
])
