import { existsSync, readFileSync } from 'node:fs'
import type { ReadFile } from '../../tools/safety/store/open-database.ts'

/** Read a whole file; undefined when there is none. */
export const readFileIfAny: ReadFile = (path) => (existsSync(path) ? readFileSync(path) : undefined)
