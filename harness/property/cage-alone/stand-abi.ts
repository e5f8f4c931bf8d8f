import { parseAbi, toFunctionSelector } from 'viem'

/** What the contracts of the stand are called by. */
export const STAND_ABI = parseAbi([
  'function mint(address to, uint256 amount)',
  'function burn(address from, uint256 amount)',
  'function setMute(bool isMute)',
  'function approve(address spender, uint256 amount) returns (bool)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function swap(address tokenIn, uint256 amountIn, address tokenOut, uint256 amountOut, address to)',
  'function force(address to) payable',
  'function set(int256 answer)',
  'function setDated(int256 answer, uint256 updatedAt)',
  'function look(address cage) view returns (uint256[8])',
])

/** The one function of the venue that the cage approves. */
export const selectorOfSwap = toFunctionSelector('swap(address,uint256,address,uint256,address)')
