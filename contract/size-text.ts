/** "12.4 MB", or "850 KB" below one megabyte; in German "12,4 MB" */
export function sizeText(bytes: number, language: string): string {
  const kilobytes = Math.ceil(bytes / 1024);
  const isSmall = bytes < 1024 * 1024;
  if (language === 'en') return isSmall ? `${kilobytes} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
  const format = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: isSmall ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: 1,
  });
  return format.format(isSmall ? kilobytes : bytes / 1024 / 1024);
}
