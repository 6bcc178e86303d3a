/** Names that Windows takes for a device, in any case and with any ending, also with spaces before that. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[0-9¹²³])[ .]*(?:\..*)?$/iu

/** A file's name that no system takes for a device: where it would be one, an underscore goes before it. */
export const deviceSafe = (name: string): string => (DEVICE.test(name) ? `_${name}` : name)
