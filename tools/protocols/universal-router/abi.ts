import { parseAbi, parseAbiParameters } from 'viem'

/** Entry points of Uniswap's Universal Router (https://github.com/Uniswap/universal-router). */
export const universalRouterAbi = parseAbi([
  'function execute(bytes commands, bytes[] inputs, uint256 deadline) payable',
  'function execute(bytes commands, bytes[] inputs) payable',
])

/** The entry that the tools call, and why a swap of it fails. */
export const routerAbi = parseAbi([
  'function execute(bytes commands, bytes[] inputs, uint256 deadline) payable',
  'error ExecutionFailed(uint256 commandIndex, bytes message)',
  'error InsufficientETH()',
  'error V2TooLittleReceived()',
  'error V3TooLittleReceived()',
  'error V4TooLittleReceived(uint256 minAmountOutReceived, uint256 amountReceived)',
  'error V4TooMuchRequested(uint256 maxAmountInRequested, uint256 amountRequested)',
])

/** Inputs of the commands (`Dispatcher.sol`). */
export const COMMAND_INPUTS = {
  v3Swap: parseAbiParameters(
    'address recipient, uint256 amount, uint256 limit, bytes path, bool payerIsUser',
  ),
  v2Swap: parseAbiParameters(
    'address recipient, uint256 amount, uint256 limit, address[] path, bool payerIsUser',
  ),
  v4Swap: parseAbiParameters('bytes actions, bytes[] params'),
  toRecipient: parseAbiParameters('address token, address recipient, uint256 amount'),
  permit2Transfer: parseAbiParameters('address token, address recipient, uint160 amount'),
  permit2TransferBatch: parseAbiParameters([
    'Transfer[] transfers',
    'struct Transfer { address from; address to; uint160 amount; address token; }',
  ]),
  wrap: parseAbiParameters('address recipient, uint256 amount'),
  balanceCheck: parseAbiParameters('address owner, address token, uint256 minBalance'),
  subPlan: parseAbiParameters('bytes commands, bytes[] inputs'),
}

const POOL_KEY =
  'struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }'

/** Inputs of the actions of `V4_SWAP` (v4-periphery 1.0.3 `V4Router.sol`). */
export const ACTION_INPUTS = {
  swapExactInSingle: parseAbiParameters([
    POOL_KEY,
    'struct Single { PoolKey poolKey; bool zeroForOne; uint128 amountIn; uint128 amountOutMinimum; bytes hookData; }',
    'Single params',
  ]),
  bound: parseAbiParameters('address currency, uint256 amount'),
}

/** Where pools of V3 are found. */
export const v3FactoryAbi = parseAbi([
  'function getPool(address tokenA, address tokenB, uint24 fee) view returns (address pool)',
])

/** `QuoterV2` of V3: not marked `view`, but nothing that it does stays. */
export const v3QuoterAbi = parseAbi([
  'function quoteExactInput(bytes path, uint256 amountIn) returns (uint256 amountOut, uint160[] sqrtPriceX96AfterList, uint32[] initializedTicksCrossedList, uint256 gasEstimate)',
])

/** Where pairs of V2 are found, and what a path of them brings. */
export const v2FactoryAbi = parseAbi([
  'function getPair(address tokenA, address tokenB) view returns (address pair)',
])
export const v2RouterAbi = parseAbi([
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[] amounts)',
])

/** `V4Quoter`: not marked `view`, but nothing that it does stays. */
export const v4QuoterAbi = parseAbi([
  POOL_KEY,
  'struct QuoteExactSingleParams { PoolKey poolKey; bool zeroForOne; uint128 exactAmount; bytes hookData; }',
  'function quoteExactInputSingle(QuoteExactSingleParams params) returns (uint256 amountOut, uint256 gasEstimate)',
])

/** What says of wrapped native coins how many the router wrapped and unwrapped. */
export const wrappedNativeAbi = parseAbi([
  'event Deposit(address indexed dst, uint256 wad)',
  'event Withdrawal(address indexed src, uint256 wad)',
])
