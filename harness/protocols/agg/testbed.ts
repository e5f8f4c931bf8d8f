import { defineTestbed } from '../testbed.ts'

/** Trades over the venues of the origin. */
export const TESTBED = defineTestbed({ packages: [] })
