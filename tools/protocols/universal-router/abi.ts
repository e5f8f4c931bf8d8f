import { parseAbi, parseAbiParameters } from 'viem'

/** Entry points of Uniswap's Universal Router (https://github.com/Uniswap/universal-router). */
export const universalRouterAbi = parseAbi([
  'function execute(bytes commands, bytes[] inputs, uint256 deadline) payable',
  'function execute(bytes commands, bytes[] inputs) payable',
])

/** Inputs of the commands (`Dispatcher.sol`). */
export const COMMAND_INPUTS = {
  v2Swap: parseAbiParameters(
    'address recipient, uint256 amount, uint256 limit, address[] path, bool payerIsUser',
  ),
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
