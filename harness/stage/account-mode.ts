import { ACCOUNT_PROTOCOLS } from '../protocols/accounts.ts'

/** A contract account in the place of a key: the id of its protocol, with `-short` where too few of its owners sign. */
export type AccountMode = string & Readonly<Record<never, never>>

const SHORT = '-short'

/** Every contract account that may operate a cage. */
export const ACCOUNT_MODES: readonly AccountMode[] = ACCOUNT_PROTOCOLS.flatMap((id) => [id, `${id}${SHORT}`])

/** Read which protocol's account a mode names, and whether too few owners sign; undefined where it names none. */
export function readAccountMode(
  mode: string,
): { readonly protocol: string; readonly isShort: boolean } | undefined {
  if (!ACCOUNT_MODES.includes(mode)) return undefined
  const isShort = mode.endsWith(SHORT)
  return { protocol: isShort ? mode.slice(0, -SHORT.length) : mode, isShort }
}
