module Main (main) where

import Data.List (sort)

main :: IO ()
main = interact (unlines . sort . lines)
