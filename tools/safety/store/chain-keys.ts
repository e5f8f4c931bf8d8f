/** Where the mark of both clocks stands in the store. */
export const CLOCKS_KEY = 'clock-high-water'

/** Where it stands what others may take from the account, as the last action left it. */
export const LIVE_ALLOWANCES_KEY = 'live-allowances'

/** Facts that are of one chain; all others are of the agent, on whatever chain it acts. */
const CHAIN_KEYS: readonly string[] = [
  CLOCKS_KEY,
  LIVE_ALLOWANCES_KEY,
  'account-nonce',
  'allow-list',
  'books',
  'granted-allowances',
  'halt-disarmed',
  'halt-paused',
]

/** How keys of facts begin that are of one chain each. */
const CHAIN_KEY_STARTS: readonly string[] = ['owner-approval ', 'account-approval ']

const isOfChain = (key: string) =>
  CHAIN_KEYS.includes(key) || CHAIN_KEY_STARTS.some((start) => key.startsWith(start))

/** The key of a fact as the stack of a chain has it: two stacks over one store keep apart what is of their chains. */
export const keyOn = (chainId: number | undefined, key: string): string =>
  chainId !== undefined && isOfChain(key) ? `${key}@${chainId}` : key

/** Read from the key of a fact of which chain it is; undefined when it is of none. */
export function readChainId(key: string): number | undefined {
  const [, digits] = /@(\d+)$/.exec(key) ?? []
  return digits === undefined ? undefined : Number(digits)
}
