/** Puts licences beside a page, and writes to the file XNET_CONTENTS how many bytes of each package it has. */
export declare function contentsPlugin(root: string): { name: string };
