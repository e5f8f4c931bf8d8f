// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Script} from "forge-std/Script.sol";

interface IRouter {
    struct Params {
        address tokenIn;
        address tokenOut;
        uint24 fee;
        address recipient;
        uint256 amountIn;
        uint256 amountOutMinimum;
        uint160 sqrtPriceLimitX96;
    }

    function exactInputSingle(Params calldata params) external payable returns (uint256 amountOut);
}

interface IToken {
    function balanceOf(address account) external view returns (uint256);
}

/// @notice The five swaps of the bench as a script: each a transaction, two balances read after each.
contract FiveSwaps is Script {
    uint256 public lastBalance;

    function run() external {
        IRouter router = IRouter(vm.envAddress("SWAPS_ROUTER"));
        address[] memory tokensIn = vm.envAddress("SWAPS_IN", ",");
        address[] memory tokensOut = vm.envAddress("SWAPS_OUT", ",");
        uint256[] memory amounts = vm.envUint("SWAPS_AMOUNTS", ",");
        uint256[] memory fees = vm.envUint("SWAPS_FEES", ",");
        uint256 key = vm.envUint("SWAPS_KEY");
        address account = vm.addr(key);
        for (uint256 i = 0; i < tokensIn.length; i++) {
            vm.broadcast(key);
            router.exactInputSingle(
                IRouter.Params(tokensIn[i], tokensOut[i], uint24(fees[i]), account, amounts[i], 0, 0)
            );
            lastBalance = IToken(tokensIn[i]).balanceOf(account) + IToken(tokensOut[i]).balanceOf(account);
        }
    }
}
