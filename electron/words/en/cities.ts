/** Cities that have other names than on the list of zones, or more: `the usual one|others`. */
export default {
  Oryol: 'Oryol|Orel',
  Yekaterinburg: 'Yekaterinburg|Ekaterinburg',
} as Readonly<Record<string, string>>
