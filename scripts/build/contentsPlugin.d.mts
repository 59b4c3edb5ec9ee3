/** Writes to the file XNET_CONTENTS how many bytes of each package a page has. */
export declare function contentsPlugin(root: string): { name: string };
