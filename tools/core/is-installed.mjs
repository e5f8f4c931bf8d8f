import { sep } from 'node:path'

/** Whether these sources lie below node_modules, where Node strips no types. */
export const IS_INSTALLED = import.meta.dirname.split(sep).includes('node_modules')
