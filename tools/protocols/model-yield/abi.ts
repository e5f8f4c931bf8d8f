import { parseAbi } from 'viem'

/** Staking with a queue of exit tickets (`contracts/ModelStaking.sol`). */
export const stakingAbi = parseAbi([
  'function asset() view returns (address)',
  'function index() view returns (uint256)',
  'function queueIndex() view returns (uint256)',
  'function totalShares() view returns (uint256)',
  'function totalAssets() view returns (uint256)',
  'function sharesOf(address account) view returns (uint256)',
  'function assetsOf(uint256 id) view returns (uint256)',
  'function ownerOf(uint256 id) view returns (address)',
  'function lastTicket() view returns (uint256)',
  'function tickets(uint256 id) view returns (uint256 assets, uint40 claimableFrom)',
  'function stake(uint256 assets, address to) returns (uint256 shares)',
  'function requestExit(uint256 shares, address to) returns (uint256 id)',
  'function claim(uint256 id, address to) returns (uint256 assets)',
  'function reward(uint256 assets)',
  'function slash(uint256 bps)',
  'event Staked(address indexed by, address indexed to, uint256 assets, uint256 shares)',
  'event ExitRequested(address indexed by, address indexed to, uint256 indexed id, uint256 shares, uint256 units)',
  'event Claimed(uint256 indexed id, address indexed to, uint256 assets, uint256 units)',
  'event Rewarded(uint256 assets)',
  'event Slashed(uint256 bps)',
  'error NothingStaked()',
  'error NotClaimable(uint256 from)',
  'error NotYours(uint256 id)',
  'error OnlyKeeper()',
])

/** Orders that a keeper fills (`contracts/ModelOrders.sol`). */
export const ordersAbi = parseAbi([
  'function lastOrder() view returns (uint256)',
  'function orders(uint256 id) view returns (address owner, uint40 until, uint48 placedAt, address tokenIn, uint256 amountIn, address tokenOut, uint256 minOut)',
  'function place(address tokenIn, uint256 amountIn, address tokenOut, uint256 minOut, uint40 until) returns (uint256 id)',
  'function cancel(uint256 id)',
  'function fill(uint256 id, uint256 amountOut)',
  'event Placed(uint256 indexed id, address indexed owner, address tokenIn, uint256 amountIn, address tokenOut, uint256 minOut, uint40 until)',
  'event Filled(uint256 indexed id, address indexed owner, address tokenOut, uint256 amountOut)',
  'event Cancelled(uint256 indexed id, address indexed owner, uint256 amountIn)',
  'error OnlyKeeper()',
  'error NoSuchOrder(uint256 id)',
  'error TooEarly(uint256 fromBlock)',
  'error Expired(uint256 until)',
  'error TooLittle(uint256 amountOut, uint256 minOut)',
])
