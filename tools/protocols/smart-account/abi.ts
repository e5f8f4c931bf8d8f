import { parseAbi, parseAbiParameters } from 'viem'

/** Functions by which smart accounts act: SimpleAccount and its kin, ERC-7579, ERC-7821. */
export const accountActionsAbi = parseAbi([
  'struct Execution { address target; uint256 value; bytes callData; }',
  'function execute(address target, uint256 value, bytes data) payable',
  'function executeBatch(Execution[] executions) payable',
  'function executeBatch(address[] targets, uint256[] values, bytes[] data) payable',
  'function executeBatch(address[] targets, bytes[] data) payable',
  'function execute(bytes32 mode, bytes executionCalldata) payable',
  'function executeFromExecutor(bytes32 mode, bytes executionCalldata) payable returns (bytes[] returnData)',
])

/** The calls of a batch in the mode encoding of ERC-7579. */
export const executionsParameters = parseAbiParameters([
  'Execution[] executions',
  'struct Execution { address target; uint256 value; bytes callData; }',
])
