import { parseAbi } from 'viem'

/** What the readers of every protocol answer (`tools/contracts/interfaces/IPositionReader.sol`). */
export const positionReaderAbi = parseAbi([
  'struct Leg { address token; int256 amount; }',
  'struct Lot { uint256 units; uint256 index; uint40 claimableFrom; Leg[] legs; }',
  'function tokens(bytes32 key) view returns (address[])',
  'function holdings(address account, bytes32 key, uint256[] prices) view returns (bytes32 place, uint256 health, Lot[] lots)',
])
