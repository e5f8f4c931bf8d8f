import { chownSync } from 'node:fs'

/** Debian's user who owns nothing. */
export const NOBODY = { name: 'nobody', id: 65_534 } as const

/** Whether this process may do everything, so that permissions hold for it only as another user. */
export const isRoot = process.geteuid?.() === 0

/** Give files to the user as whom backends act between {@link dropPrivileges} and its end. */
export function giveAway(...paths: readonly string[]): void {
  if (isRoot) for (const path of paths) chownSync(path, NOBODY.id, NOBODY.id)
}

/** Act as a user without privileges from now on; answers how to end that. */
export function dropPrivileges(): () => void {
  if (!isRoot) return () => undefined
  process.seteuid?.(NOBODY.id)
  return () => process.seteuid?.(0)
}
