const ID = '\0native-http'

/**
 * To import `node:http` makes Node load all that its module shows, a client of fetch with it, which takes longer than many
 * of our own modules together; what is bundled takes from it what it needs.
 */
export const nativeHttp = {
  name: 'native-http',
  enforce: 'pre',
  resolveId: (id) => (id === 'node:http' ? ID : undefined),
  load: (id) =>
    id === ID ? "export const { createServer } = process.getBuiltinModule('node:http')" : undefined,
}
