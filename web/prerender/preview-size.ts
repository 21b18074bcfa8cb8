/** The size that networks and messengers show without cutting, in pixels. */
export const previewWidth = 1_200;
export const previewHeight = 630;
