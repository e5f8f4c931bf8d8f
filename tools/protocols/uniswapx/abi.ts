import { parseAbi, parseAbiParameters } from 'viem'

/** Structs of `ExclusiveDutchOrderLib.sol` and `ReactorStructs.sol` (https://github.com/Uniswap/UniswapX). */
const ORDER_STRUCTS = [
  'struct OrderInfo { address reactor; address swapper; uint256 nonce; uint256 deadline; address additionalValidationContract; bytes additionalValidationData; }',
  'struct DutchInput { address token; uint256 startAmount; uint256 endAmount; }',
  'struct DutchOutput { address token; uint256 startAmount; uint256 endAmount; address recipient; }',
  'struct ExclusiveDutchOrder { OrderInfo info; uint256 decayStartTime; uint256 decayEndTime; address exclusiveFiller; uint256 exclusivityOverrideBps; DutchInput input; DutchOutput[] outputs; }',
] as const

/** An order as fillers hand it to its reactor. */
export const orderParameters = parseAbiParameters(['ExclusiveDutchOrder order', ...ORDER_STRUCTS])

/** What fills an order. */
export const fillAbi = parseAbi([
  'struct SignedOrder { bytes order; bytes sig; }',
  'function execute(SignedOrder order) payable',
])

/** The part of `ExclusiveDutchOrderReactor` that the tools call, and why it refuses an order. */
export const reactorAbi = [
  ...fillAbi,
  ...parseAbi([
    'function permit2() view returns (address)',
    'event Fill(bytes32 indexed orderHash, address indexed filler, address indexed swapper, uint256 nonce)',
    'error DeadlineBeforeEndTime()',
    'error DeadlinePassed()',
    'error EndTimeBeforeStartTime()',
    'error IncorrectAmounts()',
    'error InputAndOutputDecay()',
    'error InsufficientEth()',
    'error InvalidReactor()',
    'error NativeTransferFailed()',
    'error NoExclusiveOverride()',
    'error OrderEndTimeBeforeStartTime()',
  ]),
] as const

/** `OrderQuoter`: not marked `view`, but nothing that it does stays. */
export const quoterAbi = parseAbi([
  'struct OrderInfo { address reactor; address swapper; uint256 nonce; uint256 deadline; address additionalValidationContract; bytes additionalValidationData; }',
  'struct InputToken { address token; uint256 amount; uint256 maxAmount; }',
  'struct OutputToken { address token; uint256 amount; address recipient; }',
  'struct ResolvedOrder { OrderInfo info; InputToken input; OutputToken[] outputs; bytes sig; bytes32 hash; }',
  'function quote(bytes order, bytes sig) returns (ResolvedOrder result)',
])

/** What Permit2 knows of the nonces of orders. */
export const noncesAbi = parseAbi([
  'function nonceBitmap(address owner, uint256 wordPos) view returns (uint256)',
  'function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)',
  'event UnorderedNonceInvalidation(address indexed owner, uint256 word, uint256 mask)',
])
