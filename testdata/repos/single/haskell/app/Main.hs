{-# LANGUAGE OverloadedStrings #-}

module Main (main) where

import Data.Text.Lazy (pack)
import System.Environment (lookupEnv)
import Web.Scotty

main :: IO ()
main = do
  author <- lookupEnv "AUTHOR"
  scotty 3000 $ do
    get "/" $ text (maybe "nobody" pack author)
    get "/health" $ text "ok"
