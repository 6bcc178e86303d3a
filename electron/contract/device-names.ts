/** Names that Windows takes for a device, in any case and with any ending, also with spaces before that. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[0-9¹²³]) *(?:$|\.)/iu

/** True for a name that Windows would take for a device. */
export const isDeviceName = (name: string): boolean => DEVICE.test(name)

/** A file's name that no system takes for a device: where it would be one, an underscore goes before it. */
export const deviceSafe = (name: string): string => (isDeviceName(name) ? `_${name}` : name)
